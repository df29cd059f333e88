"""Every setting, described, with its default; read from the environment or `.env`."""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

CHECKOUT = Path(__file__).resolve().parents[2]
GROQ_URL = "https://api.groq.com"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


class Settings(BaseSettings):
    """Settings of one MemoryOps process. Secrets never show in `repr`."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True)

    host: str = Field(
        "127.0.0.1",
        alias="MEMORYOPS_HOST",
        description="Address to listen on. Beyond loopback an access token is required.",
    )
    port: int = Field(8000, ge=1, le=65535, alias="MEMORYOPS_PORT", description="Port of the console and the API.")
    data_dir: Path = Field(
        CHECKOUT / "data",
        alias="MEMORYOPS_DATA_DIR",
        description="Folder of the database and of the embedded Hindsight; data only.",
    )
    database_url: SecretStr | None = Field(
        None, alias="DATABASE_URL", description="Record store. Without it, SQLite at `memoryops.db` in the data folder."
    )
    seed: bool = Field(True, alias="MEMORYOPS_SEED", description="Load the sample history into an empty database.")
    access_token: SecretStr | None = Field(
        None,
        alias="MEMORYOPS_ACCESS_TOKEN",
        description="Token that people and clients must present; at least 16 characters.",
    )
    allowed_hosts: str = Field(
        "", alias="MEMORYOPS_ALLOWED_HOSTS", description="Further host names this server answers to, comma-separated."
    )
    allowed_origins: str = Field(
        "",
        alias="MEMORYOPS_ALLOWED_ORIGINS",
        description="Further origins that may send writes, comma-separated (a development server, say).",
    )
    secret_key: SecretStr | None = Field(
        None,
        alias="MEMORYOPS_SECRET_KEY",
        description="Encrypts signing secrets; at least 32 characters. Without it, a key file in the data folder.",
    )
    redact_keys: str = Field(
        "",
        alias="MEMORYOPS_REDACT_KEYS",
        description="Further names of fields whose values are redacted from what sources send, comma-separated.",
    )
    delivery_days: int = Field(
        90,
        ge=1,
        le=3650,
        alias="MEMORYOPS_DELIVERY_DAYS",
        description="Days for which bodies of deliveries are kept; what they told stays.",
    )
    hindsight_api_url: str | None = Field(
        None, alias="HINDSIGHT_API_URL", description="An external Hindsight. Without it, the embedded one is started."
    )
    hindsight_api_key: SecretStr | None = Field(
        None, alias="HINDSIGHT_API_KEY", description="API key of the external Hindsight."
    )
    hindsight_environment: Path = Field(
        CHECKOUT / ".setup" / "hindsight",
        alias="MEMORYOPS_HINDSIGHT_ENVIRONMENT",
        description="Where set-up laid the embedded Hindsight's own environment.",
    )
    similarity_threshold: float | None = Field(
        None,
        gt=0.0,
        le=1.0,
        alias="MEMORYOPS_SIMILARITY_THRESHOLD",
        description="Least cosine of a strong match. Without it, the one that belongs to the server's embedding.",
    )
    groq_api_key: SecretStr | None = Field(
        None, alias="GROQ_API_KEY", description="Key for Groq. Without it, analyses are the labelled heuristic."
    )
    groq_base_url: str = Field(GROQ_URL, alias="GROQ_BASE_URL", description="Groq's address, without `/openai/v1`.")
    groq_model: str = Field("openai/gpt-oss-20b", alias="GROQ_MODEL", description="Model asked for an analysis.")
    model_url: str | None = Field(
        None,
        alias="MEMORYOPS_MODEL_URL",
        description="Any OpenAI-compatible endpoint instead of Groq, with its version path (`http://127.0.0.1:11434/v1`).",
    )
    model_key: SecretStr | None = Field(
        None, alias="MEMORYOPS_MODEL_KEY", description="Key of that endpoint, where it wants one."
    )
    model_name: str | None = Field(
        None, alias="MEMORYOPS_MODEL_NAME", description="Model to ask there; without it, `GROQ_MODEL`."
    )
    reflect: Literal["off", "model"] = Field(
        "off",
        alias="MEMORYOPS_REFLECT",
        description="`model` lets the embedded Hindsight ask the model of the analyses for patterns across incidents.",
    )
    analysis_timeout_s: float = Field(
        20,
        gt=0,
        le=120,
        alias="MEMORYOPS_ANALYSIS_TIMEOUT_S",
        description="Seconds for an analysis in all, retry and repair included.",
    )
    console_dir: Path = Field(
        CHECKOUT / "frontend" / "dist", alias="MEMORYOPS_CONSOLE_DIR", description="The built console."
    )

    @field_validator("secret_key")
    @classmethod
    def _hard_to_guess(cls, key: SecretStr | None) -> SecretStr | None:
        if key is not None and len(key.get_secret_value()) < 32:
            raise ValueError("must have at least 32 characters")
        return key

    @field_validator("access_token")
    @classmethod
    def _long_enough(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and len(token.get_secret_value()) < 16:
            raise ValueError("must have at least 16 characters")
        return token

    @property
    def is_loopback(self) -> bool:
        """Whether the server is reachable from this machine only."""
        return self.host in LOOPBACK


def listed(text: str) -> list[str]:
    """The items of a comma-separated setting."""
    return [item.strip() for item in text.split(",") if item.strip()]
