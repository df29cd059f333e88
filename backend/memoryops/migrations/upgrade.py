"""Bringing a record store to the newest schema."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

# Models register themselves with the metadata when imported.
from memoryops.alerts import models as _alerts  # noqa: F401
from memoryops.alerts.intake import models as _intake  # noqa: F401
from memoryops.alerts.routing import models as _routing  # noqa: F401
from memoryops.evidence import models as _evidence  # noqa: F401
from memoryops.followups import models as _followups  # noqa: F401
from memoryops.incidents import models as _incidents  # noqa: F401
from memoryops.incidents.timeline import models as _timeline  # noqa: F401
from memoryops.insights import models as _insights  # noqa: F401
from memoryops.investigations import models as _investigations  # noqa: F401
from memoryops.kit import events as _events  # noqa: F401
from memoryops.kit.db import Database
from memoryops.memory import models as _memory  # noqa: F401
from memoryops.postmortems import models as _postmortems  # noqa: F401
from memoryops.search import models as _search  # noqa: F401
from memoryops.workspaces import models as _workspaces  # noqa: F401

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0018"
"""The newest migration; a test holds it against the migrations."""


async def upgrade(database: Database) -> None:
    """Run all migrations that are missing; a store that is current is left alone, and Alembic not even imported."""
    if await database.schema_version() != HEAD:
        await asyncio.to_thread(_upgrade, database.url)


def configuration(url: sa.URL) -> "Config":
    """Alembic's configuration for that record store."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["url"] = url
    return config


def _upgrade(url: sa.URL) -> None:
    from alembic import command

    command.upgrade(configuration(url), "head")
