"""Which revision an edit says that it edits, and what it is told when somebody was quicker."""

from collections.abc import Mapping
from typing import Any

from memoryops.kit.errors import StaleRevisionError
from memoryops.kit.revisions import REVISION, MissingRevisionError


class StaleSectionError(StaleRevisionError):
    """Somebody saved the section meanwhile; the answer carries both versions, so that none is lost."""


class StalePostmortemError(StaleRevisionError):
    """Owner, reviewers or numbers were changed meanwhile."""


def named_revision(if_match: str | None) -> int | None:
    """The revision that If-Match names, None for what is no revision; raises MissingRevisionError."""
    if if_match is None:
        raise MissingRevisionError('Send If-Match: "<revision>" with the revision you read; 0 is the first.')
    named = REVISION.fullmatch(if_match.strip())
    return int(named["revision"]) if named and len(named["revision"]) < 10 else None


def stale_section(
    title: str, yours: str, *, current: Mapping[str, Any], base: Mapping[str, Any] | None
) -> StaleSectionError:
    """The refusal with what was sent, what stands there by now, and what both began from, where that is known."""
    by = f" by {current['by']}" if current["by"] else ""
    return StaleSectionError(
        f"“{title}” was saved{by} since you read it; yours is not lost. Choose which words stand, or merge them.",
        revision=current["revision"],
        current=dict(current),
        yours={"text": yours},
        base=dict(base) if base else None,
    )
