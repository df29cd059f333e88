"""Bringing a record store to the newest schema."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

# Models register themselves with the metadata when imported.
from memoryops.incidents import models as _incidents  # noqa: F401
from memoryops.investigations import models as _investigations  # noqa: F401
from memoryops.kit import events as _events  # noqa: F401
from memoryops.memory import models as _memory  # noqa: F401
from memoryops.workspaces import models as _workspaces  # noqa: F401


def configuration(url: sa.URL) -> Config:
    """Alembic's configuration for that record store."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["url"] = url
    return config


def upgrade(url: sa.URL) -> None:
    """Run all migrations that are missing; a store that is current is left alone. Blocks; call it in a thread."""
    command.upgrade(configuration(url), "head")
