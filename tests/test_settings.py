"""Settings come from the environment; a wrong one is told in one sentence that names it and never repeats it."""

from pathlib import Path

import pytest

from bot.settings import Settings, read_settings


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_nothing_has_to_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", "")
    settings = read_settings()
    assert settings.bot_token is None
    assert settings.redis_url is None
    assert settings.port == 8080
    assert settings.data_dir.is_absolute()


def test_everything_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {
        "BOT_TOKEN": "42:playground",
        "TELEGRAM_API_URL": "http://127.0.0.1:8081",
        "REDIS_URL": "rediss://:password@store.example:6380/3",
        "WEBHOOK_URL": "https://bot.example/hook",
        "WEBHOOK_SECRET": "a-Secret_1",
        "PORT": "0",
        "TELEGRAM_LIMITS": "false",
        "WORKER_NAME": "bot-2.example:8080",
        "THINKING_MS": "0",
        "LOG_LEVEL": "debug",
        "DATA_DIR": "~/parlour",
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    settings = read_settings()
    assert settings.bot_token
    assert settings.bot_token.get_secret_value() == "42:playground"
    assert settings.redis_url
    assert settings.redis_url.get_secret_value() == environment["REDIS_URL"]
    assert settings.telegram_limits is False
    assert settings.worker_name == "bot-2.example:8080"
    assert settings.thinking_ms == 0
    assert settings.log_level == "DEBUG"
    assert settings.data_dir == Path.home() / "parlour"
    assert "playground" not in repr(settings)
    assert "password" not in repr(settings)
    assert "a-Secret_1" not in repr(settings)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BOT_TOKEN", "my token"),
        ("TELEGRAM_API_URL", "telegram.example"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "redis+sentinel://first:26379"),
        ("REDIS_URL", "redis+cluster://first:7000/3"),
        ("WEBHOOK_URL", "bot.example"),
        ("WEBHOOK_SECRET", "пароль"),
        ("PORT", "80 or so"),
        ("PORT", "65536"),
        ("TELEGRAM_LIMITS", "few"),
        ("WORKER_NAME", "the second"),
        ("THINKING_MS", "-1"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_a_wrong_value_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as told:
        read_settings()
    sentence = str(told.value)
    assert sentence.startswith(f"{name} must be ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert value not in sentence


@pytest.mark.parametrize("secret", [None, ""])
def test_a_webhook_needs_its_secret(monkeypatch: pytest.MonkeyPatch, secret: str | None) -> None:
    monkeypatch.setenv("WEBHOOK_URL", "https://bot.example/hook")
    if secret is not None:
        monkeypatch.setenv("WEBHOOK_SECRET", secret)
    with pytest.raises(SystemExit, match=r"^WEBHOOK_SECRET must be set"):
        read_settings()
