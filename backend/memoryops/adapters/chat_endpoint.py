"""Which address a setting means for an endpoint that speaks the chat-completions protocol."""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit


@dataclass(frozen=True)
class Endpoint:
    """Where requests go: an address without credentials, the path of the call, and a login if the URL had one."""

    base_url: str
    path: str
    host: str
    login: tuple[str, str] | None
    is_loopback: bool


def parse_endpoint(url: str) -> Endpoint | None:
    """The endpoint a setting means, or None when it is no web address.

    A path with a version in it (`http://127.0.0.1:11434/v1`) is the whole base
    of the API; otherwise `/openai/v1` follows, as with Groq's own client.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return None
    path = parts.path.rstrip("/")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    host = f"{host}:{port}" if port else host
    return Endpoint(
        base_url=f"{parts.scheme}://{host}{path}",
        path="/chat/completions" if re.search(r"/v\d", path) else "/openai/v1/chat/completions",
        host=host,
        login=_login(parts),
        is_loopback=_is_loopback(parts.hostname),
    )


def _login(parts: SplitResult) -> tuple[str, str] | None:
    if parts.username is None:
        return None
    return unquote(parts.username), unquote(parts.password or "")


def _is_loopback(hostname: str) -> bool:
    try:
        return ipaddress.ip_address(hostname).is_loopback
    except ValueError:
        return hostname == "localhost" or hostname.endswith(".localhost")
