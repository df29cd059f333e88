"""The record store: engines, sessions that know their workspace, the write lane, full-text search."""

from memoryops.kit.db.engine import Database
from memoryops.kit.db.model import Base, UtcDateTime, WorkspaceOwned
from memoryops.kit.db.session import EVERY_WORKSPACE, ScopedSession, Session

__all__ = ["EVERY_WORKSPACE", "Base", "Database", "ScopedSession", "Session", "UtcDateTime", "WorkspaceOwned"]
