"""From what went wrong with a Hindsight server to the reason and the sentence that people see."""

import json
import re
from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import urlsplit

from memoryops.adapters.foreign_text import storable
from memoryops.adapters.retry_after import seconds_to_wait
from memoryops.memory.port import MemoryReason, MemoryUnavailable

LONGEST_QUOTE = 200  # characters of the server's own words in a sentence

STATUSES: Mapping[int, tuple[MemoryReason, str]] = {
    401: (MemoryReason.unauthorized, "Hindsight refused the API key (401)."),
    402: (MemoryReason.payment_required, "Hindsight asks for payment before it goes on (402)."),
    403: (MemoryReason.unauthorized, "Hindsight forbids this with the API key it was given (403)."),
    429: (MemoryReason.rate_limited, "Hindsight limits how often it may be asked (429)."),
}


def status_failure(status: int, body: str | None, headers: Mapping[str, str], secret: str | None) -> MemoryUnavailable:
    """The failure behind an answer that is not a success."""
    quote = quoted(body, secret)
    retry_after = seconds_to_wait(headers.get("Retry-After"))
    if status in STATUSES:
        reason, sentence = STATUSES[status]
        return MemoryUnavailable(reason, sentence, retry_after=retry_after)
    if status == HTTPStatus.NOT_FOUND and quote.startswith("Bank "):
        return MemoryUnavailable(MemoryReason.bank_missing, "Hindsight has no such bank (404).")
    if status == HTTPStatus.BAD_REQUEST and "requires an LLM provider" in quote:
        return MemoryUnavailable(
            MemoryReason.needs_model, "This Hindsight server has no language model to reflect with."
        )
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        detail = f"Hindsight failed with an error of its own ({status}){said(quote)}."
        return MemoryUnavailable(MemoryReason.server_error, detail, retry_after=retry_after)
    if status >= HTTPStatus.BAD_REQUEST:
        return MemoryUnavailable(MemoryReason.rejected, f"Hindsight rejected the request ({status}){said(quote)}.")
    return MemoryUnavailable(
        MemoryReason.invalid_response, f"Hindsight gave an answer that is not one of its own ({status})."
    )


MODEL_CODE = re.compile(r"Error code: (\d{3})")
MODEL_FAILURES: Mapping[int, tuple[MemoryReason, str]] = {
    401: (MemoryReason.server_error, "The language model that Hindsight reflects with refuses its key (401)."),
    403: (MemoryReason.server_error, "The language model that Hindsight reflects with forbids this to its key (403)."),
    404: (MemoryReason.server_error, "The language model that Hindsight should reflect with is not there (404)."),
    429: (MemoryReason.rate_limited, "The language model that Hindsight reflects with limits how often it is asked."),
}


def model_failure(status: int, body: str | None) -> MemoryUnavailable:
    """The failure behind a reflection that ended in a server error: the server words it as its model did.

    Those words are not repeated, since an endpoint may say the key in them that it was given.
    """
    said_there = body or ""
    if status == HTTPStatus.GATEWAY_TIMEOUT or "timed out" in said_there:
        return MemoryUnavailable(MemoryReason.timeout, "The language model behind Hindsight did not answer in time.")
    code = MODEL_CODE.search(said_there)
    if code and int(code[1]) in MODEL_FAILURES:
        return MemoryUnavailable(*MODEL_FAILURES[int(code[1])])
    if "tool-calling" in said_there:
        detail = "Hindsight reflects with tools, and its language model does not call them; choose one that does."
    elif "Connection error" in said_there:
        detail = "Hindsight could not reach the language model that it reflects with."
    else:
        detail = f"Hindsight could not reflect: its language model failed, or gave no answer ({status})."
    return MemoryUnavailable(MemoryReason.server_error, detail)


def transport_failure(error: Exception, url: str, secret: str | None) -> MemoryUnavailable:
    """The failure behind an exception that came without an answer."""
    import aiohttp  # slow to import, and there already once a request has failed

    where = address(url)
    if isinstance(error, aiohttp.ClientResponseError) and error.status >= HTTPStatus.UNAUTHORIZED:
        return status_failure(error.status, None, error.headers or {}, secret)
    if isinstance(error, TimeoutError):
        return MemoryUnavailable(MemoryReason.timeout, f"Hindsight at {where} did not answer in time.")
    if isinstance(error, aiohttp.ClientSSLError):
        return MemoryUnavailable(
            MemoryReason.unreachable, f"No secure connection to Hindsight at {where} could be made."
        )
    if isinstance(error, aiohttp.ClientConnectorError):
        return MemoryUnavailable(MemoryReason.unreachable, f"Nothing answers at {where}, where Hindsight should be.")
    if isinstance(error, aiohttp.ClientResponseError):
        return MemoryUnavailable(
            MemoryReason.invalid_response, f"What answers at {where} does not speak like Hindsight."
        )
    if isinstance(error, (OSError, aiohttp.ClientError, RuntimeError)):
        return MemoryUnavailable(
            MemoryReason.unreachable, f"The connection to Hindsight at {where} was lost before it answered."
        )
    return MemoryUnavailable(
        MemoryReason.invalid_response, f"Hindsight at {where} gave an answer that could not be read."
    )


def address(url: str) -> str:
    """The part of a URL that holds no credential."""
    try:
        parts = urlsplit(url)
        host = f"{parts.hostname}:{parts.port}" if parts.port else parts.hostname
    except ValueError:
        return "an unreadable address"
    return f"{parts.scheme}://{host}" if parts.scheme and host else "an unreadable address"


def says_no_document(status: int, body: str | None) -> bool:
    """Whether Hindsight itself, not something on the way to it, says that there is no such document."""
    return status == HTTPStatus.NOT_FOUND and '"Document not found"' in (body or "")


def require_a_word(text: str) -> None:
    """Raises `rejected` for a query that the server would refuse."""
    if not re.search(r"\w", text):
        raise MemoryUnavailable(MemoryReason.rejected, "A query to memory needs at least one word.")


def require_web_address(url: str) -> None:
    """Raises `misconfigured` for a URL that no server can have, or that holds a credential."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise MemoryUnavailable(
            MemoryReason.misconfigured, "The address of Hindsight is not an http:// or https:// URL."
        )
    if parts.username or parts.password:
        detail = "The address of Hindsight must not hold a user or password; the API key is a setting of its own."
        raise MemoryUnavailable(MemoryReason.misconfigured, detail)


def quoted(body: str | None, secret: str | None) -> str:
    """The server's own explanation, short, on one line, without the key; empty when it gave none."""
    try:
        detail = json.loads(body or "")["detail"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return ""
    if isinstance(detail, list):
        detail = "; ".join(str(item.get("msg")) for item in detail if isinstance(item, dict))
    line = " ".join(storable(str(detail)).split())
    if secret:
        line = line.replace(secret, "[key]")
    return line if len(line) <= LONGEST_QUOTE else f"{line[:LONGEST_QUOTE]}…"


def said(quote: str) -> str:
    """The quote as the end of a sentence."""
    return f": {quote.rstrip('.')}" if quote else ""
