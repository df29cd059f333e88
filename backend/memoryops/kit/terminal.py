"""Text from outside on a terminal."""


def printable(text: str) -> str:
    """The text with escapes in place of what would steer a terminal."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
