"""The Telegram bot: tables, store, screens and the way an update takes through them."""
