"""Images pasted into notes: by their content, within limits, drawn anew, served as nothing but pictures."""

import struct
import zlib
from io import BytesIO

import httpx
import pytest
from PIL import Image

from memoryops.incidents.timeline.pictures import (
    PIXEL_LIMIT,
    BrokenPictureError,
    NotAPictureError,
    TooManyPixelsError,
    redraw,
)
from tests.harness import API, Product, Values, answer, assert_problem

IMAGES = f"{API}/incidents/INC-101/images"
HIDDEN = b"<script>alert(1)</script>"
ORIENTATION, GPS = 0x0112, 0x8825


def picture(kind: str = "PNG", size: tuple[int, int] = (6, 4), mode: str = "RGB", **options: object) -> bytes:
    written = BytesIO()
    Image.new(mode, size, 120 if mode in "LP" else None).save(written, kind, **options)
    return written.getvalue()


def photograph() -> bytes:
    """A JPEG that lies on its side and tells where it was taken."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    exif[GPS] = {1: "N", 2: (52.0, 31.0, 12.0)}
    return picture("JPEG", exif=exif, comment=HIDDEN)


def png_that_claims(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose header promises so many pixels."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [header, b"IDAT" + zlib.compress(b""), b"IEND"]
    sized = (struct.pack(">I", len(one) - 4) + one + struct.pack(">I", zlib.crc32(one)) for one in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(sized)


@pytest.mark.parametrize(("kind", "kept_as"), [("PNG", "PNG"), ("JPEG", "JPEG"), ("WEBP", "WEBP"), ("GIF", "PNG")])
def test_a_picture_is_kept_as_what_it_is_with_nothing_after_its_end(kind: str, kept_as: str) -> None:
    kept = redraw(picture(kind) + HIDDEN)
    again = Image.open(BytesIO(kept.data))
    assert (again.format, again.size, kept.media_type) == (kept_as, (6, 4), f"image/{kept_as.lower()}")
    assert HIDDEN not in kept.data


def test_a_photograph_stands_upright_and_does_not_tell_where_it_was_taken() -> None:
    kept = redraw(photograph())
    again = Image.open(BytesIO(kept.data))
    assert (kept.width, kept.height) == (4, 6)
    assert not again.getexif()
    assert HIDDEN not in kept.data


def test_of_an_animation_the_first_picture_is_kept() -> None:
    frames = [Image.new("RGB", (6, 4), colour) for colour in ("red", "blue")]
    written = BytesIO()
    frames[0].save(written, "GIF", save_all=True, append_images=frames[1:])
    again = Image.open(BytesIO(redraw(written.getvalue()).data)).convert("RGB")
    assert (getattr(again, "n_frames", 1), again.getpixel((0, 0))) == (1, (255, 0, 0))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16", "CMYK"])
def test_every_way_to_store_pixels_can_be_kept(mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    assert redraw(picture(kind, mode=mode)).width == 6


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"hello",
        b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        b"<!doctype html><img src=x onerror=alert(1)>",
        b"%PDF-1.7\n",
        picture("BMP"),
        picture("TIFF"),
        picture("ICO"),
    ],
    ids=["nothing", "text", "svg", "html", "pdf", "bmp", "tiff", "ico"],
)
def test_what_is_no_such_picture_is_refused_by_its_content(body: bytes) -> None:
    with pytest.raises(NotAPictureError):
        redraw(body)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_that_ends_early_is_refused(kind: str) -> None:
    whole = picture(kind, size=(200, 200))
    with pytest.raises((BrokenPictureError, NotAPictureError)):
        redraw(whole[: len(whole) // 2])


@pytest.mark.parametrize("side", [4_001, 30_000, 200_000])
def test_a_picture_of_more_pixels_than_its_bytes_suggest_is_not_even_decoded(side: int) -> None:
    assert side * side > PIXEL_LIMIT
    with pytest.raises(TooManyPixelsError):
        redraw(png_that_claims(side, side))


def test_the_photograph_of_a_phone_that_holds_several_is_kept_as_its_first() -> None:
    shown, other = (Image.new("RGB", size, colour) for size, colour in (((6, 4), "red"), ((3, 2), "blue")))
    written = BytesIO()
    shown.save(written, "MPO", save_all=True, append_images=[other])
    kept = redraw(written.getvalue())
    again = Image.open(BytesIO(kept.data))
    assert (again.format, again.size, kept.media_type) == ("JPEG", (6, 4), "image/jpeg")
    assert len(kept.data) < len(written.getvalue()), "the second one does not travel along"


async def send(product: Product, body: bytes, kind: str = "image/png") -> httpx.Response:
    return await product.http.post(IMAGES, content=body, headers={"Content-Type": kind})


async def test_an_image_is_served_as_a_picture_and_as_nothing_else(product: Product) -> None:
    await product.incidents.declare()
    image = answer(await send(product, picture(), "text/html"), 201)
    assert {name: image[name] for name in ("width", "height", "type")} == {"width": 6, "height": 4, "type": "image/png"}
    served = await product.http.get(image["url"])
    assert served.headers["content-type"] == "image/png"
    assert served.headers["x-content-type-options"] == "nosniff"
    assert served.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert "immutable" in served.headers["cache-control"]
    assert Image.open(BytesIO(served.content)).size == (6, 4)
    assert answer(await send(product, picture()), 201) == image


async def test_an_image_is_seen_with_its_incident_alone(sqlite_product: Product) -> None:
    for _ in range(2):
        await sqlite_product.incidents.declare()
    image: Values = answer(await send(sqlite_product, picture()), 201)
    get = sqlite_product.http.get
    assert_problem(await get(image["url"].replace("INC-101", "INC-102")), 404)
    assert_problem(await get(f"{IMAGES}/{'0' * 32}"), 404)
    assert_problem(await get(f"{IMAGES}/%2e%2e"), 404)
    await sqlite_product.incidents.delete("INC-101")
    assert_problem(await get(image["url"]), 404)
    assert_problem(await send(sqlite_product, picture()), 404)


async def test_a_refused_image_leaves_nothing(sqlite_product: Product) -> None:
    await sqlite_product.incidents.declare()
    async with sqlite_product.unchanged():
        assert_problem(await send(sqlite_product, b"<svg/>", "image/png"), 415, "not-a-picture")
        assert_problem(await send(sqlite_product, png_that_claims(9_999, 9_999)), 422)
        assert_problem(await send(sqlite_product, b"x" * (5 * 1024 * 1024 + 1)), 413)
        assert_problem(await sqlite_product.http.post(f"{API}/incidents/INC-999/images", content=picture()), 404)
