"""aiogram routers: thin, one function a wish of a person."""
