"""Numbers of things as people say them."""


def counted(amount: int, one: str, many: str | None = None) -> str:
    """`1 alert`, `3 alerts`; `many` where the word is not made by an s."""
    return f"{amount} {one if amount == 1 else many or one + 's'}"


def times(count: int) -> str:
    """How often: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
