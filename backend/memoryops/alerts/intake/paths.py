"""Where alerts come in, and how the token in such an address is kept out of everything that shows addresses."""

import re
from typing import Any, Final

from starlette.types import ASGIApp, Receive, Scope, Send

INTAKE: Final = re.compile(r"/api/v1/alerts/([^/]+)(?:/([^/]+))?")
"""The intake's own addresses: a source, and a token where the tool cannot set a header."""

INTAKE_PREFIX: Final = "/api/v1/alerts"
TOKEN_PREFIX: Final = "moi_"
TOKEN_IN_TEXT: Final = re.compile(rf"{TOKEN_PREFIX}[\w-]+", re.ASCII)
MASK: Final = "***"
STATE_KEY: Final = "integration_token"


def is_intake(method: str, path: str) -> bool:
    """Whether this is a call of the intake, which takes integration tokens and bodies that are not JSON."""
    return method == "POST" and INTAKE.fullmatch(path) is not None


class TokenOutOfPath:
    """Takes integration tokens out of addresses before anything else sees them: logs, problems, routes.

    The scope is changed in place, since the server writes its access log from the same one. What was taken out of an
    address of the intake is in the scope's state, for the intake alone.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (scope["type"] == "http" and "/alerts" in scope["path"]) or TOKEN_PREFIX in scope.get("path", ""):
            _take_out(scope)
        await self.app(scope, receive, send)


def _take_out(scope: Any) -> None:
    path: str = scope["path"]
    found = INTAKE.fullmatch(path) if scope["method"] == "POST" else None
    if found is not None and found[2] is not None:
        scope.setdefault("state", {})[STATE_KEY] = found[2]
        path = path[: found.start(2)] + MASK
    masked = TOKEN_IN_TEXT.sub(MASK, path)
    if masked != scope["path"]:
        scope["path"] = masked
        scope["raw_path"] = masked.encode()
