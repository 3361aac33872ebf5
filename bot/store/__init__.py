"""Redis as the database of the bot: its keys, its atomic steps, and a server of our own where none is given."""
