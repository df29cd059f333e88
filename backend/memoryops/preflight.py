"""What is in the way of starting with these settings, found before anything is started."""

import tempfile

from sqlalchemy.exc import ArgumentError, DBAPIError

from memoryops.kit.db import Database
from memoryops.runtime import record_url
from memoryops.settings import Settings

SHOWN = 160


async def problem_with(settings: Settings, *, create: bool = True) -> str | None:
    """One sentence that says what is wrong and what to do, without a credential; None where nothing is.

    The data folder is made unless `create` is False; then a missing one is the problem.
    """
    return _folder_problem(settings, create=create) or await _record_problem(settings)


def _folder_problem(settings: Settings, *, create: bool) -> str | None:
    folder = settings.data_dir
    if not create and not folder.exists():
        return f"The data folder {folder} does not exist yet; `make run` makes it."
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return None
    except FileExistsError:
        return f"The data folder {folder} is a file; name a folder with DATA_DIR."
    except OSError as error:
        return f"The data folder {folder} cannot be written ({error.strerror}); name another with DATA_DIR."


async def _record_problem(settings: Settings) -> str | None:
    where = "DATABASE_URL" if settings.database_url else str(settings.data_dir / "memoryops.db")
    try:
        database = Database(record_url(settings))
    except (ArgumentError, ImportError, ValueError):
        return "DATABASE_URL is not the URL of a database that MemoryOps knows: sqlite:///… or postgresql://…"
    try:
        await database.schema_version()
    except (DBAPIError, OSError, ValueError) as error:
        return f"The record store ({where}) cannot be opened: {_cause(error)}"
    finally:
        await database.aclose()
    return None


def _cause(error: Exception) -> str:
    cause = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    line = cause.rpartition(">: ")[2].strip().partition("\n")[0]
    return f"{line[:SHOWN] or type(error).__name__}."
