"""The life of a table: lobby, moves, ends. The only code that holds the State of a game."""
