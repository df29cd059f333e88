"""Forgetting in past runs: the one change that a stored investigation permits.

What a forgotten document said gives way to a sentence that says so: its text, what the record had told of it beside,
quotes of it, and the prose and refused answers of an analysis that was made with it. The sentences of feedback on
either go too, since they may repeat it. Ids, dates, figures and verdicts stay.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from memoryops.evidence.matching import Match
from memoryops.investigations.feedback import erase_sentences
from memoryops.investigations.forgotten import forgotten_in
from memoryops.investigations.models import Investigation
from memoryops.kit.db import Session
from memoryops.kit.dependencies import UNKNOWN_ACTOR
from memoryops.kit.events import announce
from memoryops.kit.schemas import rfc3339

Values = Mapping[str, Any]

TOLD = ("title", "root_cause", "resolution", "memory_text")
ERASED_ENTIRELY: Mapping[str, Any] = {"ineffective_actions": None, "why": [], "feedback": None}
"""Fields of evidence that hold words of the document or of what the record told of it."""

PROSE = ("probable_root_cause", "recommended_action", "reasoning")
BATCH = 100


@dataclass(frozen=True)
class Forgetting:
    """One document, and when and by whom it was forgotten."""

    document_id: str
    at: datetime
    by: str

    @property
    def sentence(self) -> str:
        """What stands in the place of what was erased."""
        by = "" if self.by == UNKNOWN_ACTOR else f" by {self.by}"
        return f"Forgotten on {self.at:%Y-%m-%d}{by}."


@dataclass(frozen=True)
class Stored:
    """What a run holds: evidence and analysis, where it came so far, and the trace."""

    evidence: Values | None
    analysis: Values | None
    trace: Sequence[Values]


async def erase(session: Session, forgetting: Forgetting) -> int:
    """Erase the document from every run of the workspace; how many held it.

    The ledger's entry must have been written before in this transaction: on Postgres its lock keeps a run that is
    just storing its evidence from slipping through.
    """
    holding = sa.select(Investigation.pk).where(
        sa.cast(Investigation.evidence, sa.Text).contains(f'"{forgetting.document_id}"', autoescape=True)
    )
    pks = list(await session.scalars(holding.order_by(Investigation.pk)))
    erased: list[Investigation] = []
    for start in range(0, len(pks), BATCH):
        rows = sa.select(Investigation).where(Investigation.pk.in_(pks[start : start + BATCH]))
        runs = await session.scalars(rows.order_by(Investigation.pk).with_for_update())
        erased += [run for run in runs if _erase_from(session, run, forgetting)]
    made_with = [run.id for run in erased if _made_with(run, forgetting)]
    await erase_sentences(session, forgetting.document_id, made_with, at=forgetting.at)
    return len(erased)


def _made_with(run: Investigation, forgetting: Forgetting) -> bool:
    """Whether the run's analysis was given the document."""
    forgotten = {one["document_id"]: one["in_analysis"] for one in forgotten_in(run.evidence)}
    return bool(forgotten.get(forgetting.document_id))


def _erase_from(session: Session, run: Investigation, forgetting: Forgetting) -> bool:
    before = Stored(run.evidence, run.analysis, run.trace)
    after = without(before, forgetting)
    if after is before:
        return False
    run.evidence, run.analysis, run.trace = _plain(after.evidence), _plain(after.analysis), list(after.trace)
    at, change = forgetting.at, "forgotten"
    announce(session, run.workspace_id, "investigation", run.incident_id, at, change=change, investigation_id=run.id)
    return True


def without(stored: Stored, forgetting: Forgetting) -> Stored:
    """The same run without what the document said; the very same where it held nothing of it.

    What the record told of the incident as a repeat goes too: an edit may have taken the words from the record since.
    """
    if stored.evidence is None:
        return stored
    entries: Sequence[Values] = stored.evidence.get("similar_historical_incidents", ())
    mine = [entry for entry in entries if entry["document_id"] == forgetting.document_id]
    repeat = _erased_repeat(stored.evidence.get("repeat"), forgetting)
    is_told = repeat is not stored.evidence.get("repeat")
    if not mine and not is_told:
        return stored
    given = is_told or any(entry["match"] == Match.strong for entry in mine)
    mark = {"at": rfc3339(forgetting.at), "by": forgetting.by}
    forgotten = [one for one in forgotten_in(stored.evidence) if one["document_id"] != forgetting.document_id]
    evidence = {
        **stored.evidence,
        "similar_historical_incidents": [
            _erased_entry(entry, forgetting, mark) if entry in mine else entry for entry in entries
        ],
        "repeat": repeat,
        "forgotten": [*forgotten, {"document_id": forgetting.document_id, **mark, "in_analysis": given}],
    }
    if not given:
        return Stored(evidence, stored.analysis, stored.trace)
    return Stored(evidence, _erased_analysis(stored.analysis, forgetting), _erased_trace(stored.trace, forgetting))


def _erased_repeat(repeat: Values | None, forgetting: Forgetting) -> Values | None:
    """The repeat without this incident's cause and resolution; the very same where it told neither."""
    if repeat is None:
        return None
    verified: Values | None = repeat.get("verified_resolution")
    resolutions: Sequence[Values] = repeat.get("resolutions", ())
    told = [one["incident_id"] for one in (*([verified] if verified else ()), *resolutions)]
    if forgetting.document_id not in told:
        return repeat

    def erased(one: Values) -> Values:
        said = {name: forgetting.sentence for name in ("root_cause", "resolution") if name in one}
        return {**one, **said} if one["incident_id"] == forgetting.document_id else one

    kept = {"resolutions": list(map(erased, resolutions))} if "resolutions" in repeat else {}
    return {**repeat, "verified_resolution": erased(verified) if verified else None, **kept}


def erased_since(evidence: Values | None, analysis: Values, trace: Sequence[Values]) -> tuple[Values, Sequence[Values]]:
    """Analysis and trace as they may be stored beside this evidence, some of which was forgotten meanwhile."""
    for one in forgotten_in(evidence):
        if one["in_analysis"]:
            forgetting = Forgetting(one["document_id"], datetime.fromisoformat(one["at"]), one["by"])
            analysis = _erased_analysis(analysis, forgetting) or analysis
            trace = _erased_trace(trace, forgetting)
    return analysis, trace


def _erased_entry(entry: Values, forgetting: Forgetting, mark: Values) -> Values:
    return {**entry, **dict.fromkeys(TOLD, forgetting.sentence), **deepcopy(ERASED_ENTIRELY), "forgotten": dict(mark)}


def _erased_analysis(analysis: Values | None, forgetting: Forgetting) -> Values | None:
    """The prose goes whole, since nobody can tell which words of it come from where; quotes of others stay."""
    report = (analysis or {}).get("ai_analysis")
    if analysis is None or report is None:
        return analysis
    said = dict.fromkeys(("title", "quote"), forgetting.sentence)
    cited = [
        {**one, **said} if one["incident_id"] == forgetting.document_id else one
        for one in report["supporting_historical_incidents"]
    ]
    prose = dict.fromkeys(PROSE, forgetting.sentence)
    return {**analysis, "ai_analysis": {**report, **prose, "supporting_historical_incidents": cited}}


def _erased_trace(trace: Sequence[Values], forgetting: Forgetting) -> Sequence[Values]:
    return [
        {**row, "detail": {**row["detail"], "refused": [_erased_refusal(one, forgetting) for one in refused]}}
        if (refused := row["detail"].get("refused"))
        else row
        for row in trace
    ]


def _erased_refusal(refusal: Values, forgetting: Forgetting) -> Values:
    return {**refusal, "content": forgetting.sentence, "findings": [], "violations": []}


def _plain(values: Values | None) -> dict[str, Any] | None:
    return None if values is None else dict(values)
