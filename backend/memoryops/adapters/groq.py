"""Groq, or any endpoint that speaks the same chat-completions protocol, behind the `LanguageModel` port."""

import asyncio
import math
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import groq
import httpx

from memoryops.adapters.chat_endpoint import parse_endpoint
from memoryops.adapters.foreign_text import storable, without_secrets
from memoryops.adapters.retry_after import seconds_to_wait
from memoryops.analysis.port import AnalysisReason, Message, ModelAnswer, ModelUnavailable

DEFAULT_BASE_URL = "https://api.groq.com"
DEFAULT_MODEL = "openai/gpt-oss-20b"

# Tries of one answer, the first included; the deadline usually ends them sooner.
MAX_TRIES = 3
MAX_BACKOFF_SECONDS = 4.0
CONNECT_SECONDS = 5.0
SCHEMA_NAME = "incident_analysis"


@dataclass(frozen=True)
class _Failure:
    """One failed try: what it means, and whether and when another may help (seconds, if the server said)."""

    unavailable: ModelUnavailable
    retryable: bool = False
    retry_after: float | None = None


class GroqModel:
    """A model behind a chat-completions endpoint, configured by key, address and name.

    It is not configured when the address is Groq's own and there is no key;
    other endpoints may work without one. The client is made with the first
    answer, in the event loop that asks for it.
    """

    def __init__(
        self,
        *,
        api_key: str | None,
        base_url: str | None = None,
        model: str | None = None,
        deadline_seconds: float = 20.0,
        backoff_seconds: float = 0.5,
    ) -> None:
        self._api_key = (api_key or "").strip()
        self._endpoint = parse_endpoint((base_url or DEFAULT_BASE_URL).strip())
        self._model = (model or "").strip() or DEFAULT_MODEL
        self._deadline_seconds = deadline_seconds
        self._backoff_seconds = backoff_seconds
        self._client: groq.AsyncGroq | None = None
        self._formats = ["json_schema", "json_object", "text"]

    @property
    def name(self) -> str | None:
        """The model's name, or None when nothing is configured to ask."""
        return self._model if self._is_configured else None

    @property
    def endpoint(self) -> str | None:
        """Host and port of the endpoint."""
        return self._endpoint.host if self._endpoint else None

    async def answer(self, messages: tuple[Message, ...], schema: Mapping[str, Any]) -> ModelAnswer:
        """One answer within the deadline, retries included; raises `ModelUnavailable` and nothing else."""
        if not self._is_configured:
            raise ModelUnavailable(AnalysisReason.not_configured, self._what_is_missing())
        if not _is_header_safe(self._api_key):
            raise ModelUnavailable(AnalysisReason.unauthorized, "The API key holds characters that no key can have.")
        deadline = asyncio.get_running_loop().time() + self._deadline_seconds
        try:
            async with asyncio.timeout_at(deadline):
                return await self._answer_before(deadline, messages, schema)
        except TimeoutError:
            raise self._too_slow() from None

    async def aclose(self) -> None:
        """Give back connections; the model may be asked again."""
        client, self._client = self._client, None
        if client:
            await client.close()

    @property
    def _is_configured(self) -> bool:
        if self._endpoint is None:
            return False
        return bool(self._api_key or self._endpoint.login) or self._endpoint.base_url != DEFAULT_BASE_URL

    def _what_is_missing(self) -> str:
        if self._endpoint is None:
            return "GROQ_BASE_URL is not an http or https address."
        return "No model is configured: set GROQ_API_KEY, or GROQ_BASE_URL for another endpoint."

    async def _answer_before(
        self, deadline: float, messages: tuple[Message, ...], schema: Mapping[str, Any]
    ) -> ModelAnswer:
        """Try until there is an answer, a failure that trying again cannot mend, or no time left."""
        for tries in range(1, MAX_TRIES + 1):
            result = await self._try_formats(messages, schema)
            if isinstance(result, ModelAnswer):
                return result
            wait = self._wait_before_next(tries, result)
            left = deadline - asyncio.get_running_loop().time()
            if not result.retryable or tries == MAX_TRIES or wait >= left:
                raise result.unavailable
            await asyncio.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _wait_before_next(self, tries: int, failure: _Failure) -> float:
        """Seconds: what the server asked for, else exponential backoff; a little more, so that callers spread."""
        backoff = min(self._backoff_seconds * 2 ** (tries - 1), MAX_BACKOFF_SECONDS)
        if failure.retry_after is None:
            return random.uniform(backoff / 2, backoff)
        return failure.retry_after + random.uniform(0, backoff / 4)

    async def _try_formats(self, messages: tuple[Message, ...], schema: Mapping[str, Any]) -> ModelAnswer | _Failure:
        """One try, in the strictest answer format that this endpoint has not refused."""
        while True:
            try:
                response = await self._post(_body(self._model, messages, schema, self._formats[0]))
                return self._read(response)
            except ModelUnavailable as error:
                return _Failure(error)
            except groq.APIStatusError as error:
                if len(self._formats) > 1 and _refuses_format(error):
                    del self._formats[0]
                    continue
                return self._explain_status(error)
            except (groq.APITimeoutError, httpx.TimeoutException):
                return _Failure(self._too_slow())
            except (groq.GroqError, httpx.HTTPError, httpx.InvalidURL, OSError):
                return self._unreachable()

    async def _post(self, body: Mapping[str, Any]) -> httpx.Response:
        # The raw response: the client's own parsing lets other content through as text or raises outside its tree.
        client = self._client = self._client or self._connect()
        assert self._endpoint
        return await client.post(self._endpoint.path, cast_to=httpx.Response, body=body)

    def _connect(self) -> groq.AsyncGroq:
        assert self._endpoint
        transport_client = httpx.AsyncClient(
            timeout=httpx.Timeout(self._deadline_seconds, connect=CONNECT_SECONDS),
            auth=self._endpoint.login,
            # A proxy for the outside world has no business with an endpoint on this machine.
            trust_env=not self._endpoint.is_loopback,
        )
        has_bearer = bool(self._api_key) and not self._endpoint.login
        headers: dict[str, Any] = {} if has_bearer else {"Authorization": groq.Omit()}
        return groq.AsyncGroq(
            api_key=self._api_key,
            base_url=self._endpoint.base_url,
            timeout=transport_client.timeout,
            max_retries=0,
            default_headers=headers,
            http_client=transport_client,
        )

    def _read(self, response: httpx.Response) -> ModelAnswer:
        """The model's text; raises `ModelUnavailable` when the body is not a completion that holds one."""
        try:
            completion = response.json()
            content = completion["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            raise self._invalid("The endpoint's response is not a chat completion.") from None
        if not isinstance(content, str) or not content.strip():
            raise self._invalid("The model's answer is empty.")
        model = completion.get("model")
        named = model if isinstance(model, str) and model else self._model
        return ModelAnswer(content=self._shown(content), model=self._shown(named))

    def _shown(self, text: str) -> str:
        """The endpoint's text, storable and without the credentials that it may have repeated."""
        password = self._endpoint.login[1] if self._endpoint and self._endpoint.login else None
        return without_secrets(storable(text), (self._api_key, password))

    def _explain_status(self, error: groq.APIStatusError) -> _Failure:
        status, code = error.status_code, self._shown(_error_code(error) or "")
        retry_after = seconds_to_wait(error.response.headers.get("retry-after"))
        if status in (429, 498):
            wait = f" and asks to wait {math.ceil(retry_after)} s" if retry_after else ""
            return _Failure(
                self._failed(AnalysisReason.rate_limited, f"limits how fast it may be asked{wait}"), True, retry_after
            )
        if status >= 500:
            reason = AnalysisReason.server_error
            return _Failure(
                self._failed(reason, f"answered with an error of its own (HTTP {status})"), True, retry_after
            )
        if status == 400 and code == "json_validate_failed":
            return _Failure(self._invalid("The model did not keep to the requested JSON."))
        reason, what = _BY_STATUS.get(status, (AnalysisReason.rejected, "refused the request"))
        return _Failure(self._failed(reason, f"{what} (HTTP {status}{', ' + code if code else ''})"))

    def _failed(self, reason: AnalysisReason, what: str) -> ModelUnavailable:
        return ModelUnavailable(reason, f"{self.endpoint} {what}; model {self._model}.")

    def _invalid(self, what: str) -> ModelUnavailable:
        return ModelUnavailable(AnalysisReason.invalid_output, what)

    def _too_slow(self) -> ModelUnavailable:
        return self._failed(AnalysisReason.timeout, f"did not answer within {self._deadline_seconds:g} s")

    def _unreachable(self) -> _Failure:
        return _Failure(self._failed(AnalysisReason.unreachable, "could not be reached"), retryable=True)


_BY_STATUS = {
    401: (AnalysisReason.unauthorized, "does not accept the API key"),
    403: (AnalysisReason.unauthorized, "does not let this API key use the model"),
    404: (AnalysisReason.model_unavailable, "does not have the model, or not at this address"),
    413: (AnalysisReason.too_large, "finds the request too large"),
}


def _body(model: str, messages: tuple[Message, ...], schema: Mapping[str, Any], answer_format: str) -> dict[str, Any]:
    formats: dict[str, dict[str, Any]] = {
        "json_schema": {
            "type": "json_schema",
            "json_schema": {"name": SCHEMA_NAME, "strict": True, "schema": dict(schema)},
        },
        "json_object": {"type": "json_object"},
    }
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": message.role, "content": message.content} for message in messages],
        "temperature": 0.2,
    }
    return body if answer_format == "text" else {**body, "response_format": formats[answer_format]}


def _is_header_safe(key: str) -> bool:
    return key.isascii() and key.isprintable()


def _refuses_format(error: groq.APIStatusError) -> bool:
    """Whether the endpoint says that it does not know the answer format, and not that the model missed it."""
    if error.status_code not in (400, 422) or _error_code(error) == "json_validate_failed":
        return False
    return re.search(r"response_?\s?format|json_?\s?(?:schema|object)", error.response.text, re.IGNORECASE) is not None


def _error_code(error: groq.APIStatusError) -> str | None:
    """The provider's code for the error, if it is a plain word: free text might repeat the key."""
    body = error.body if isinstance(error.body, dict) else {}
    details = body.get("error", body)
    code = details.get("code") if isinstance(details, dict) else None
    return code if isinstance(code, str) and re.fullmatch(r"[a-z_]{1,60}", code) else None
