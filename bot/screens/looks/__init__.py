"""One file a game: how `games/<slug>.py` looks. Each holds a `LOOK`."""
