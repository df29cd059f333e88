"""Pictures as they are kept: told by their content, within limits, drawn anew so that nothing else travels along."""

import struct
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from memoryops.kit.errors import InvalidInputError, TooLargeError, UnsupportedMediaTypeError

if TYPE_CHECKING:
    from PIL.Image import Image

BYTE_LIMIT = 5 * 1024 * 1024
KEPT_LIMIT = 2 * BYTE_LIMIT
"""What a picture within the limit may grow to when it is encoded anew."""

PIXEL_LIMIT = 16_000_000
"""A whole screen of 5K, or a phone's photograph; decoded they are 64 MB."""

READ = ("PNG", "GIF", "JPEG", "WEBP")
KEPT_AS = {"PNG": "PNG", "GIF": "PNG", "JPEG": "JPEG", "MPO": "JPEG", "WEBP": "WEBP"}
"""What each format is written as; of an animation, and of the several pictures of a phone's JPEG (MPO), the first."""

MEDIA_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
MODES = {
    "PNG": frozenset({"1", "L", "LA", "RGB", "RGBA"}),
    "JPEG": frozenset({"L", "RGB"}),
    "WEBP": frozenset({"RGB", "RGBA"}),
}
QUALITY = 90
DAMAGED = (OSError, SyntaxError, ValueError, EOFError, LookupError, TypeError, ArithmeticError, struct.error)
"""What reading raises for bytes that do not hold together, by the format and by where they break."""


class NotAPictureError(UnsupportedMediaTypeError):
    """The bytes are none of the kinds of pictures that are read, whatever their header says."""

    slug = "not-a-picture"
    title = "This is no PNG, JPEG, WebP or GIF"


class BrokenPictureError(InvalidInputError):
    """The bytes begin like a picture and cannot be read as one."""


class TooManyPixelsError(InvalidInputError):
    """The picture would take too much memory to look at."""


class PictureTooLargeError(TooLargeError):
    """The picture takes too much room when it is encoded anew."""


@dataclass(frozen=True)
class Picture:
    """A picture as it is kept and served."""

    media_type: str
    width: int
    height: int
    data: bytes


def redraw(body: bytes) -> Picture:
    """The picture drawn anew from its pixels: no metadata, no other file hidden in it, upright.

    Takes time and memory by its pixels, so run it beside the event loop. Raises NotAPictureError, BrokenPictureError,
    TooManyPixelsError or PictureTooLargeError.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(body), formats=READ) as found:
            _check_size(found)
            found.verify()
        # Verifying leaves it at its end.
        with Image.open(BytesIO(body), formats=READ) as found:
            return _encoded(found, _kept_as(found.format))
    except UnidentifiedImageError as error:
        raise _not_a_picture() from error
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_many_pixels() from error
    except DAMAGED as error:
        raise BrokenPictureError("The picture is damaged: it ends early or does not hold together.") from error


def _kept_as(found: str | None) -> str:
    if found not in KEPT_AS:
        raise _not_a_picture()
    return KEPT_AS[found]


def _not_a_picture() -> NotAPictureError:
    return NotAPictureError("Only PNG, JPEG, WebP and GIF are taken; SVG, HTML and other files are not.")


def _check_size(found: "Image") -> None:
    if found.width * found.height > PIXEL_LIMIT:
        raise _too_many_pixels()


def _too_many_pixels() -> TooManyPixelsError:
    return TooManyPixelsError(f"A picture may have at most {PIXEL_LIMIT} pixels.", limit=PIXEL_LIMIT)


def _encoded(found: "Image", kept_as: str) -> Picture:
    from PIL import ImageOps

    # Orientation is metadata, and would be lost with the rest.
    ImageOps.exif_transpose(found, in_place=True)
    drawn = found if found.mode in MODES[kept_as] and "transparency" not in found.info else _converted(found, kept_as)
    drawn.info = {}
    written = BytesIO()
    drawn.save(written, kept_as, quality=QUALITY)
    if written.tell() > KEPT_LIMIT:
        raise PictureTooLargeError("The picture is too detailed to be kept; send a part of it.", limit=KEPT_LIMIT)
    return Picture(MEDIA_TYPES[kept_as], drawn.width, drawn.height, written.getvalue())


def _converted(found: "Image", kept_as: str) -> "Image":
    see_through = found.has_transparency_data and kept_as != "JPEG"
    return found.convert("RGBA" if see_through else "RGB")
