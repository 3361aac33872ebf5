"""What the environment says about this process, read once at its start.

A variable has the name of its field in capitals; an empty one counts as unset. Each field's description ends the
sentence "NAME must be …", which is what a person sees who sets it wrong.
"""

from pathlib import Path
from typing import Annotated, Literal, Self

from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, Field, Secret, StringConstraints, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.store.address import checked

Token = Annotated[str, StringConstraints(pattern=r"^\d+:\S+$")]
StoreAddress = Annotated[str, AfterValidator(checked)]
WebAddress = Annotated[str, StringConstraints(pattern=r"^https?://\S+$")]
HookSecret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,256}$")]
WorkerName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
LogLevel = Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)]
Folder = Annotated[Path, AfterValidator(Path.expanduser)]


class Settings(BaseSettings):
    """The settings of a process; what is secret among them does not show when they are printed."""

    model_config = SettingsConfigDict(env_ignore_empty=True, frozen=True)

    bot_token: Secret[Token] | None = Field(None, description="the token that BotFather gave, such as 123456:ABC")
    telegram_api_url: WebAddress = Field(
        "https://api.telegram.org", description="the address of a Bot API server, such as http://127.0.0.1:8081"
    )
    telegram_limits: bool = Field(
        True, description="true, or false where messages go to a Bot API server without Telegram's limits"
    )
    redis_url: Secret[StoreAddress] | None = Field(
        None,
        description="the address of a Redis or Valkey, such as redis://127.0.0.1:6379/0, of Sentinels, as in "
        "redis+sentinel://one:26379,two:26379/name-of-the-master/0, or of a Cluster, as in "
        "redis+cluster://one:6379,two:6379",
    )
    webhook_url: WebAddress | None = Field(None, description="the address at which Telegram reaches this bot")
    webhook_secret: Secret[HookSecret] | None = Field(None, description="1 to 256 of the signs A-Z, a-z, 0-9, _ and -")
    port: int = Field(8080, ge=0, le=65535, description="a number from 0 to 65535 (0 takes any free port)")
    worker_name: WorkerName | None = Field(None, description="1 to 64 of the signs A-Z, a-z, 0-9, _, -, . and :")
    thinking_ms: int = Field(
        900, ge=0, le=60_000, description="how many milliseconds computer players think, from 0 to 60000"
    )
    log_level: LogLevel = Field("INFO", description="one of DEBUG, INFO, WARNING and ERROR")
    data_dir: Folder = Field(
        default_factory=lambda: user_data_path("parlour-table", appauthor=False), description="a folder"
    )

    @property
    def secrets(self) -> tuple[str, ...]:
        """What no log and no error may tell."""
        found = (self.bot_token, self.redis_url, self.webhook_secret)
        return tuple(secret.get_secret_value() for secret in found if secret)

    @model_validator(mode="after")
    def _hooks_are_secret(self) -> Self:
        if self.webhook_url and not self.webhook_secret:
            raise ValueError("WEBHOOK_SECRET must be set with WEBHOOK_URL, or anybody could play as anyone.")
        return self


def read_settings() -> Settings:
    """The settings that the environment gives; ends the program with a sentence for each that is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        raise SystemExit("\n".join(_sentences(error))) from None


def _sentences(error: ValidationError) -> list[str]:
    wrong = {str(item["loc"][0]): None for item in error.errors() if item["loc"]}
    if not wrong:
        return [str(item["ctx"]["error"]) for item in error.errors()]
    return [f"{name.upper()} must be {Settings.model_fields[name].description}." for name in wrong]
