"""The executive page: one team, this period against the one before, told by service."""

from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from memoryops.insights.counted import FailingService, Report, ReportLine, Share, Spread
from memoryops.insights.distributions import spread
from memoryops.insights.figures import Figures, Firings, view_of
from memoryops.insights.found import Finding
from memoryops.insights.period import Period
from memoryops.kit.db import ScopedSession
from memoryops.workspaces.models import Workspace

SERVICES_SHOWN = 15
FINDINGS_SHOWN = 5
"""What fits on one printed page."""

SAYS = (
    "One workspace is one team. Incidents and firings are counted by when they began in each period; a change between "
    "two periods may be chance where numbers are small. What is open, and which learnings are missing, is as of now. "
    "Sample incidents are counted where they are not left out, and marked."
)

NONE = Firings(0, 0)


def read_team(session: ScopedSession) -> str:
    """The name of the session's workspace."""
    name = sa.select(Workspace.name).where(Workspace.id == session.info["workspace"])
    return session.scalar(name) or str(session.info["workspace"])


def make_report(team: str, now: Figures, before: Figures, findings: list[Finding]) -> Report:
    """The report of a period against the one before; `findings` are its weightiest."""
    lines = _lines(now, before)
    return Report(
        team=team,
        period=view_of(now.period),
        before=view_of(before.period),
        counted_at=now.counted_at,
        says=SAYS,
        all=_all(now, before),
        services=lines[:SERVICES_SHOWN],
        services_total=len(lines),
        findings=findings,
        findings_total=len(now.findings),
    )


def _lines(now: Figures, before: Figures) -> list[ReportLine]:
    """One line for each service that broke or fired in either period, the one with the most incidents first."""
    current = {line.service: line for line in now.services}
    earlier = {line.service: line for line in before.services}
    fired = {name for figures in (now, before) for name in figures.firings if name is not None}
    lines = [_line(name, current.get(name), earlier.get(name), now, before) for name in {*current, *earlier, *fired}]
    return sorted(lines, key=lambda line: (-line.incidents.count, -line.firings.count, line.service or ""))


def _line(
    service: str, line: FailingService | None, earlier: FailingService | None, now: Figures, before: Figures
) -> ReportLine:
    firings, fired_before = now.firings.get(service, NONE), before.firings.get(service, NONE)

    def share(period: Period, of: str, count: int) -> Share:
        return Share(count=count, rows=period.rows("/insights/rows", of=of, service=service))

    return ReportLine(
        service=service,
        incidents=share(now.period, "incidents", line.incidents.count if line else 0),
        incidents_before=share(before.period, "incidents", earlier.incidents.count if earlier else 0),
        new=share(now.period, "new", line.new.count if line else 0),
        repeats=share(now.period, "repeats", line.repeats.count if line else 0),
        repeats_before=share(before.period, "repeats", earlier.repeats.count if earlier else 0),
        unidentified=share(now.period, "unidentified", line.unidentified.count if line else 0),
        open=share(now.period, "open", line.open.count if line else 0),
        time_to_resolve=_spread(line),
        time_to_resolve_before=_spread(earlier),
        open_learnings=share(now.period, "open_learnings", now.open_learnings.get(service, 0)),
        firings=share(now.period, "firings", firings.fired),
        ignored_firings=share(now.period, "ignored", firings.ignored),
        ignored_firings_before=share(before.period, "ignored", fired_before.ignored),
        samples=line.samples if line else 0,
    )


def _spread(line: FailingService | None) -> Spread:
    return line.time_to_resolve if line else spread([])


def _all(now: Figures, before: Figures) -> ReportLine:
    def share(period: Period, of: str, counts: Iterable[int]) -> Share:
        return Share(count=sum(counts), rows=period.rows("/insights/rows", of=of))

    lines, earlier = now.services, before.services
    return ReportLine(
        service=None,
        incidents=share(now.period, "incidents", _counts(lines, "incidents")),
        incidents_before=share(before.period, "incidents", _counts(earlier, "incidents")),
        new=share(now.period, "new", _counts(lines, "new")),
        repeats=share(now.period, "repeats", _counts(lines, "repeats")),
        repeats_before=share(before.period, "repeats", _counts(earlier, "repeats")),
        unidentified=share(now.period, "unidentified", _counts(lines, "unidentified")),
        open=share(now.period, "open", _counts(lines, "open")),
        time_to_resolve=now.time_to_resolve,
        time_to_resolve_before=before.time_to_resolve,
        open_learnings=share(now.period, "open_learnings", now.open_learnings.values()),
        firings=now.noise["firings"],
        ignored_firings=now.noise["ignored"],
        ignored_firings_before=before.noise["ignored"],
        samples=sum(line.samples for line in lines),
    )


def _counts(lines: Sequence[FailingService], name: str) -> list[int]:
    return [getattr(line, name).count for line in lines]
