"""The rules of the games: pure functions over frozen values, on the standard library alone."""
