"""What stands before every route: host, origin, sign-in and size, as plain ASGI middleware."""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Mapping

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memoryops.kit.errors import (
    BadRequestError,
    ForbiddenError,
    MemoryOpsError,
    SignInRequiredError,
    TooLargeError,
    UnsupportedMediaTypeError,
)
from memoryops.kit.problems import problem_response

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
FOREIGN_SITES = frozenset({"cross-site", "same-site"})
HOST = re.compile(r"(?:\[(?P<ipv6>[0-9a-f:.]+)\]|(?P<name>[^\[\]:/@\s]+))(?::[0-9]{1,5})?")
SESSION_COOKIE = "memoryops_session"
BODY_LIMIT = 1024 * 1024
LENGTH = re.compile(r"[0-9]+", re.ASCII)
OPEN_PATHS = frozenset({"/healthz", "/readyz", "/api/v1/session"})

Call = Callable[[str, str], bool]
"""Tells by method and path whether a call is of a certain kind."""


def no_call(_method: str, _path: str) -> bool:
    """No call is of the kind."""
    return False


class ForeignHostError(ForbiddenError):
    """The Host header names no host of ours: a DNS-rebinding page, or a proxy that is not configured."""

    slug = "foreign-host"


class ForeignOriginError(ForbiddenError):
    """A write was sent by a page of another origin."""

    slug = "foreign-origin"


class HostGuard:
    """Refuses hosts that are not ours, and writes from pages of another origin."""

    def __init__(self, app: ASGIApp, *, hosts: Iterable[str], origins: Iterable[str]) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)
        self.origins = frozenset(origin.lower().rstrip("/") for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (refusal := self._refusal(scope)) is not None:
            await problem_response(refusal, scope["path"])(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _refusal(self, scope: Scope) -> MemoryOpsError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if _host_name(host) not in self.hosts:
            return ForeignHostError("This server does not answer to that host name; see MEMORYOPS_ALLOWED_HOSTS.")
        if scope["method"] not in SAFE_METHODS and self._is_foreign(headers, host):
            return ForeignOriginError("Writes are accepted from this server's own console and from API clients only.")
        return None

    def _is_foreign(self, headers: Headers, host: str) -> bool:
        origins = [origin.lower() for origin in headers.getlist("origin")]
        if origins and all(origin in self.origins for origin in origins):
            return False
        own = {f"http://{host}", f"https://{host}"}
        return not own.issuperset(origins) or headers.get("sec-fetch-site", "").lower() in FOREIGN_SITES


def _host_name(host: str) -> str | None:
    """The name in a Host header, without brackets and port; None where there is no such thing."""
    name = HOST.fullmatch(host)
    return name and (name["ipv6"] or name["name"])


def session_value(token: str) -> str:
    """What the session cookie holds: proof of the token, not the token."""
    return hmac.new(token.encode(), b"memoryops session v1", hashlib.sha256).hexdigest()


def is_token(token: str, candidate: str) -> bool:
    """Whether the candidate is the access token, in constant time."""
    return hmac.compare_digest(token.encode(), candidate.encode())


class SignInGuard:
    """With an access token configured, the API answers only to those who present it.

    Calls that are `open_to_others` ask for a proof of their own.
    """

    def __init__(self, app: ASGIApp, *, token: str, open_to_others: Call = no_call) -> None:
        self.app = app
        self.token = token
        self.open_to_others = open_to_others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._is_guarded(scope) and not self._is_signed_in(scope):
            refusal = SignInRequiredError("Sign in with the access token, or send it as Bearer.")
            response = problem_response(refusal, scope["path"], {"WWW-Authenticate": "Bearer"})
            await response(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _is_guarded(self, scope: Scope) -> bool:
        path: str = scope["path"]
        # The console's own files hold no data; it has to load in order to ask for the token.
        guarded = path.startswith("/api") or path in ("/metrics", "/openapi.json", "/docs")
        return guarded and path not in OPEN_PATHS and not self.open_to_others(scope["method"], path)

    def _is_signed_in(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        scheme, _, credentials = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and is_token(self.token, _as_sent(credentials.strip())):
            return True
        # Lenient on purpose: other servers on localhost leave cookies here that no strict parser reads past.
        cookie = cookie_parser(headers.get("cookie", "")).get(SESSION_COOKIE, "")
        return hmac.compare_digest(cookie.encode(), session_value(self.token).encode())


def _as_sent(header: str) -> str:
    """A header's text as UTF-8; HTTP libraries hand it out as Latin-1."""
    return header.encode("latin-1").decode(errors="replace")


class BodyGuard:
    """Refuses bodies over the limit, declared length or not, and what is not JSON, before anything parses them.

    Calls that take `any_kind` of body see to its kind themselves; some calls have a limit of their own.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        limit: int = BODY_LIMIT,
        limits: Mapping[Call, int] | None = None,
        any_kind: Call = no_call,
    ) -> None:
        self.app = app
        self.limit = limit
        self.limits = limits or {}
        self.any_kind = any_kind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        limit = self._limit_of(scope["method"], scope["path"])
        try:
            _check_declared(headers.get("content-length", ""), limit)
            body = await _read(receive, limit)
            if not self.any_kind(scope["method"], scope["path"]):
                _check_json(body, headers.get("content-type", ""))
        except ClientDisconnect:
            return
        except MemoryOpsError as refusal:
            await problem_response(refusal, scope["path"], {"Connection": "close"})(scope, receive, send)
            return
        await self.app(scope, _replay(body, receive), send)

    def _limit_of(self, method: str, path: str) -> int:
        return next((limit for is_call, limit in self.limits.items() if is_call(method, path)), self.limit)


def _check_declared(length: str, limit: int) -> None:
    if LENGTH.fullmatch(length) and (len(length) > 18 or int(length) > limit):
        raise _too_large(limit)


async def _read(receive: Receive, limit: int) -> bytes:
    chunks: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            # Half a body is nobody's wish.
            raise ClientDisconnect
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])
        if size > limit:
            raise _too_large(limit)
        more = message.get("more_body", False)
    return b"".join(chunks)


def _too_large(limit: int) -> TooLargeError:
    return TooLargeError(f"The body may hold at most {limit} bytes.", limit=limit)


def _check_json(body: bytes, content_type: str) -> None:
    media_type = content_type.partition(";")[0].strip().lower()
    if body and media_type != "application/json":
        raise UnsupportedMediaTypeError("Send JSON, and say so: `Content-Type: application/json`.")


class PathGuard:
    """Refuses paths with NUL characters, which no database takes as text."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and "\0" in scope["path"]:
            refusal = BadRequestError("The path must not contain NUL characters.")
            await problem_response(refusal, scope["path"])(scope, receive, send)
            return
        await self.app(scope, receive, send)


def _replay(body: bytes, receive: Receive) -> Receive:
    sent = False

    async def replayed() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed
