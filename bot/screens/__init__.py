"""What people see: from a View to text and keyboard, and what makes Telegram show it."""
