"""Assets of the console go out as the build packed them, to browsers that unpack."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from starlette.responses import PlainTextResponse

from memoryops.kit.packed import PackedAssets, accepted
from tests.harness import BASE_URL, running, settings_for

SCRIPT = "export const words = 'the same again and again and again and again';\n" * 40


@pytest.fixture
def console(tmp_path: Path) -> Path:
    """A build with one packed script, one image, and a secret beside it."""
    folder = tmp_path / "console"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("console")
    (folder / "assets" / "app.js").write_text(SCRIPT)
    (folder / "assets" / "app.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (folder / "assets" / "logo.png").write_bytes(b"png")
    (folder / "secret.js.gz").write_bytes(b"secret")
    return folder


@pytest_asyncio.fixture
async def http(console: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = PackedAssets(PlainTextResponse("as it is"), console_dir=console)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=BASE_URL) as client:
        yield client


async def test_a_browser_that_unpacks_gets_the_packed_script(sqlite_record: str, tmp_path: Path, console: Path) -> None:
    settings = settings_for(tmp_path, sqlite_record, MEMORYOPS_CONSOLE_DIR=console)
    async with running(settings) as product:
        packed = await product.http.get("/assets/app.js", headers={"Accept-Encoding": "gzip, deflate, br"})
        plain = await product.http.get("/assets/app.js", headers={"Accept-Encoding": "identity"})
    assert packed.text == plain.text == SCRIPT
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(SCRIPT) / 10
    assert packed.headers["content-type"].startswith("text/javascript")
    assert packed.headers["vary"] == "Accept-Encoding"
    assert "immutable" in packed.headers["cache-control"]
    assert "content-encoding" not in plain.headers


async def test_what_was_read_once_is_not_read_again(http: httpx.AsyncClient, console: Path) -> None:
    headers = {"Accept-Encoding": "gzip"}
    first = await http.get("/assets/app.js", headers=headers)
    (console / "assets" / "app.js.gz").unlink()
    again = await http.get("/assets/app.js", headers=headers)
    assert first.text == again.text == SCRIPT


@pytest.mark.parametrize(
    "path",
    ["/assets/logo.png", "/assets/nothing.js", "/assets/..%2fsecret.js", "/assets/../secret.js", "/api/v1/app.js", "/"],
)
async def test_what_was_not_packed_is_answered_as_it_is(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(path, headers={"Accept-Encoding": "br, gzip"})
    assert (answer.text, answer.headers.get("content-encoding")) == ("as it is", None)


@pytest.mark.parametrize(
    ("header", "encodings"),
    [
        ("", []),
        ("identity", []),
        ("gzip, deflate, br, zstd", ["br", "gzip"]),
        ("GZIP;q=0.5", ["gzip"]),
        ("br;q=0, gzip ; q=1", ["gzip"]),
        ("gzip;q=0.000,br;q=0.0", []),
    ],
)
def test_only_encodings_that_the_browser_takes_are_used(header: str, encodings: list[str]) -> None:
    assert list(accepted(header)) == encodings
