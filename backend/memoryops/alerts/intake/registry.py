"""Sources by the names that people and addresses use."""

from memoryops.alerts.sources import BY_NAME
from memoryops.kit.errors import NotFoundError


class UnknownSourceError(NotFoundError):
    """No source of this name is read here."""

    slug = "unknown-source"
    title = "No such source"


def canonical_source(name: str) -> str:
    """The name of the source behind a name or an alias; raises UnknownSourceError."""
    source = BY_NAME.get(name)
    if source is None:
        raise UnknownSourceError(f"No source is called {name[:60]!r}; GET /api/v1/sources lists them.")
    return source.name
