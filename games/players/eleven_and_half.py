"""A player of eleven and a half: that of twenty-one, who counts from the mark. It buys on seven and a half and less."""

from games.players.twenty_one import choose

__all__ = ["choose"]
