"""What stands before every route: host, origin, sign-in and size, as plain ASGI middleware."""

import hashlib
import hmac
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memoryops.kit.errors import ForbiddenError, MemoryOpsError, SignInRequiredError, TooLargeError
from memoryops.kit.problems import problem_response

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
SESSION_COOKIE = "memoryops_session"
BODY_LIMIT = 1024 * 1024
OPEN_PATHS = frozenset({"/healthz", "/readyz", "/api/v1/session"})


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
        if scope["method"] in SAFE_METHODS:
            return None
        origin = headers.get("origin", "").lower()
        if origin in self.origins and origin:
            return None
        foreign = bool(origin) and urlsplit(origin).netloc != host
        if foreign or headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            return ForeignOriginError("Writes are accepted from this server's own console and from API clients only.")
        return None


def _host_name(host: str) -> str:
    if host.startswith("["):
        return host[1 : host.find("]")]
    return host.partition(":")[0]


def session_value(token: str) -> str:
    """What the session cookie holds: proof of the token, not the token."""
    return hmac.new(token.encode(), b"memoryops session v1", hashlib.sha256).hexdigest()


def is_token(token: str, candidate: str) -> bool:
    """Whether the candidate is the access token, in constant time."""
    return hmac.compare_digest(token.encode(), candidate.encode("utf-8", "surrogatepass"))


class SignInGuard:
    """With an access token configured, the API answers only to those who present it."""

    def __init__(self, app: ASGIApp, *, token: str) -> None:
        self.app = app
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._is_guarded(scope["path"]) and not self._is_signed_in(scope):
            refusal = SignInRequiredError("Sign in with the access token, or send it as Bearer.")
            response = problem_response(refusal, scope["path"], {"WWW-Authenticate": "Bearer"})
            await response(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _is_guarded(self, path: str) -> bool:
        # The console's own files hold no data; it has to load in order to ask for the token.
        guarded = path.startswith("/api") or path in ("/metrics", "/openapi.json", "/docs")
        return guarded and path not in OPEN_PATHS

    def _is_signed_in(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        scheme, _, credentials = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and is_token(self.token, credentials.strip()):
            return True
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(SESSION_COOKIE)
        except CookieError:
            return False
        return cookie is not None and hmac.compare_digest(cookie.value.encode(), session_value(self.token).encode())


class BodyLimit:
    """Refuses bodies over the limit before anything parses them, declared length or not."""

    def __init__(self, app: ASGIApp, *, limit: int = BODY_LIMIT) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        declared = Headers(scope=scope).get("content-length", "")
        body = None if declared.isdigit() and int(declared) > self.limit else await self._read(receive)
        if body is None:
            refusal = TooLargeError(f"The body may hold at most {self.limit} bytes.", limit=self.limit)
            await problem_response(refusal, scope["path"], {"Connection": "close"})(scope, receive, send)
            return
        await self.app(scope, _replay(body, receive), send)

    async def _read(self, receive: Receive) -> bytes | None:
        chunks: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return b"".join(chunks)
            chunk = message.get("body", b"")
            size += len(chunk)
            if size > self.limit:
                return None
            chunks.append(chunk)
            if not message.get("more_body", False):
                return b"".join(chunks)


def _replay(body: bytes, receive: Receive) -> Receive:
    sent = False

    async def replayed() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed
