"""Computer players: one file a game, named like the game's own, with `choose(view)`.

A player sees a View, never a State, and returns a move that is offered to the view's seat. It keeps no memory between
moves, and equal views get equal moves.
"""
