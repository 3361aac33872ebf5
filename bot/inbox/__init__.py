"""Updates in: from Telegram into a stream, and from the stream to whoever handles them."""
