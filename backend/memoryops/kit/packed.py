"""The console's assets as its build packed them: a thin line carries a third as much before the first screen."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import FileResponse
from starlette.types import ASGIApp, Receive, Scope, Send

ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
MEDIA_TYPES: Final = {".js": "text/javascript", ".css": "text/css"}
ASSET = re.compile(r"/assets/([\w-][\w.-]*)")


class PackedAssets:
    """Answers for an asset that the build packed, in the first encoding that the browser takes; passes on all else."""

    def __init__(self, app: ASGIApp, console_dir: Path) -> None:
        self.app = app
        self.folder = console_dir / "assets"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        packed = self._packed(scope) if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else None
        await (packed or self.app)(scope, receive, send)

    def _packed(self, scope: Scope) -> FileResponse | None:
        asset = ASSET.fullmatch(scope["path"])
        media_type = asset and MEDIA_TYPES.get(Path(asset[1]).suffix)
        if not asset or not media_type:
            return None
        for encoding in accepted(Headers(scope=scope).get("accept-encoding", "")):
            file = self.folder / (asset[1] + ENCODINGS[encoding])
            if file.is_file():
                headers = {"Content-Encoding": encoding, "Vary": "Accept-Encoding"}
                return FileResponse(file, headers=headers, media_type=media_type)
        return None


def accepted(header: str) -> Iterator[str]:
    """The encodings of the build that a browser takes, by its Accept-Encoding, the smallest first."""
    taken = {name.strip() for name, _, weight in _parts(header) if not re.fullmatch(r"q=0(\.0*)?", weight.strip())}
    return (encoding for encoding in ENCODINGS if encoding in taken)


def _parts(header: str) -> Iterator[tuple[str, str, str]]:
    return (part.partition(";") for part in header.lower().split(","))
