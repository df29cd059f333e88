"""If-Match: whoever edits says which revision was read."""

import re
from typing import Any

from memoryops.kit.errors import RevisionRequiredError, StaleRevisionError

REVISION = re.compile(r'(?:W/)?(?P<quote>"?)(?P<revision>[0-9]+)(?P=quote)', re.ASCII)


class MissingRevisionError(RevisionRequiredError):
    """An edit came without If-Match."""


class ChangedSinceError(StaleRevisionError):
    """What is edited was changed since it was read."""


def check_revision(name: str, revision: int, if_match: str | None, **told: Any) -> None:
    """Raise MissingRevisionError or ChangedSinceError unless If-Match names the revision that `name` is at.

    The latter is told the revision and what else is `told`, like what there is by now.
    """
    if if_match is None:
        raise MissingRevisionError('Send If-Match: "<revision>" with the revision you read.')
    named = REVISION.fullmatch(if_match.strip())
    if named is None or named["revision"] != str(revision):
        message = f"{name} is at revision {revision} by now; read it again and repeat your change."
        raise ChangedSinceError(message, revision=revision, **told)
