"""From the record to what the lines of tables tell of single incidents: only that, since a page names hundreds."""

from collections.abc import Collection

import sqlalchemy as sa

from memoryops.incidents.lifecycle import Outcome
from memoryops.incidents.models import Incident
from memoryops.insights.decoding import as_stored, moment
from memoryops.insights.facts import FixFact
from memoryops.insights.loading import CHOSEN, OUTCOMES, parts
from memoryops.kit.db import ScopedSession

THERE = (CHOSEN, Incident.deleted_at.is_(None))
FIXES = sa.select(
    *as_stored((Incident.number, Incident.outcome, Incident.declared_at, Incident.resolved_at, Incident.sample))
).where(*THERE)
TITLES = sa.select(*as_stored((Incident.number, Incident.title))).where(*THERE)


def load_fixes(session: ScopedSession, numbers: Collection[int]) -> dict[int, FixFact]:
    """How the incidents of these numbers that are there ended, by their numbers."""
    found: dict[int, FixFact] = {}
    for some in parts(sorted(numbers)):
        for number, outcome, declared, resolved, sample in session.execute(FIXES, {"numbers": some}):
            ended_at = moment(resolved) or moment(declared)
            assert ended_at is not None, "every incident was declared"
            found[number] = FixFact(OUTCOMES[outcome] or Outcome.fixed, ended_at, bool(sample))
    return found


def load_titles(session: ScopedSession, numbers: Collection[int]) -> dict[int, str]:
    """What the incidents of these numbers that are there are called, by their numbers."""
    found: dict[int, str] = {}
    for some in parts(sorted(numbers)):
        found.update((number, title) for number, title in session.execute(TITLES, {"numbers": some}))
    return found
