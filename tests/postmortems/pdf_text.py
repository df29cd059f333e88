"""The words of a PDF that one can select in it: its glyphs, read through the fonts' maps back to Unicode."""

import re
import zlib
from collections.abc import Iterator

STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
MAPPED = re.compile(rb"<([0-9a-f]{4})> <((?:[0-9a-f]{4})+)>", re.IGNORECASE)
SHOWN = re.compile(rb"\[([^\]]*)\] ?TJ")
GLYPHS = re.compile(rb"<([0-9a-fA-F]+)>")


def pdf_texts(pdf: bytes) -> set[str]:
    """Every run of glyphs that the pages show, as text, by each font that has all of them."""
    streams = list(_streams(pdf))
    maps = [_map(stream) for stream in streams if b"begincmap" in stream]
    runs = {b"".join(GLYPHS.findall(run)) for stream in streams for run in SHOWN.findall(stream)}
    return {text for run in runs for one in maps if (text := _text(run, one))}


def _streams(pdf: bytes) -> Iterator[bytes]:
    for found in STREAM.finditer(pdf):
        try:
            # The checksum at the end may look like a line break and be missing.
            yield zlib.decompressobj().decompress(found[1])
        except zlib.error:
            continue


def _map(stream: bytes) -> dict[bytes, str]:
    return {
        glyph.lower(): bytes.fromhex(text.decode()).decode("utf-16-be", "replace")
        for glyph, text in MAPPED.findall(stream)
    }


def _text(run: bytes, font: dict[bytes, str]) -> str:
    glyphs = [run[at : at + 4].lower() for at in range(0, len(run), 4)]
    return "".join(font[glyph] for glyph in glyphs) if all(glyph in font for glyph in glyphs) else ""
