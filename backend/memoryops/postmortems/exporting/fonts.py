"""The console's own font, put into a page; scripts that it does not hold take the machine's fonts."""

import base64
from pathlib import Path


def font_face(folder: Path) -> str:
    """An `@font-face` rule with the font in it; nothing where the console is not built."""
    files = sorted(folder.glob("inter-latin-wght-normal*.woff2"))
    if not files:
        return ""
    data = base64.b64encode(files[0].read_bytes()).decode()
    source = f"url(data:font/woff2;base64,{data}) format('woff2')"
    return f"@font-face {{ font-family: Inter; font-weight: 100 900; src: {source}; }}\n"
