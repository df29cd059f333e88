"""The console's assets as its build packed them: a thin line carries a third as much before the first screen."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
MEDIA_TYPES: Final = {".js": "text/javascript", ".css": "text/css"}
ASSET = re.compile(r"/assets/([\w-][\w.-]*)")


class PackedAssets:
    """Answers for an asset that the build packed, in the first encoding that the browser takes; passes on all else.

    What was read is kept: a build names its assets by their content, and a first visit asks for dozens at once.
    """

    def __init__(self, app: ASGIApp, console_dir: Path) -> None:
        self.app = app
        self.folder = console_dir / "assets"
        self._kept: dict[str, bytes] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        packed = self._packed(scope) if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else None
        await (packed or self.app)(scope, receive, send)

    def _packed(self, scope: Scope) -> Response | None:
        asset = ASSET.fullmatch(scope["path"])
        media_type = asset and MEDIA_TYPES.get(Path(asset[1]).suffix)
        if not asset or not media_type:
            return None
        for encoding in accepted(Headers(scope=scope).get("accept-encoding", "")):
            body = self._read(asset[1] + ENCODINGS[encoding])
            if body is not None:
                headers = {"Content-Encoding": encoding, "Vary": "Accept-Encoding"}
                return Response(body, headers=headers, media_type=media_type)
        return None

    def _read(self, name: str) -> bytes | None:
        """What the build packed under that name; None where it packed no such thing."""
        if name not in self._kept:
            try:
                self._kept[name] = (self.folder / name).read_bytes()
            except OSError:
                return None
        return self._kept[name]


def accepted(header: str) -> Iterator[str]:
    """The encodings of the build that a browser takes, by its Accept-Encoding, the smallest first."""
    taken = {name.strip() for name, _, weight in _parts(header) if not re.fullmatch(r"q=0(\.0*)?", weight.strip())}
    return (encoding for encoding in ENCODINGS if encoding in taken)


def _parts(header: str) -> Iterator[tuple[str, str, str]]:
    return (part.partition(";") for part in header.lower().split(","))
