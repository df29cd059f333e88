"""The labelled heuristic: what can be said without a model, and how it was arrived at."""

from collections.abc import Iterator

from memoryops.analysis.citations import Verdict, check, evidence_texts
from memoryops.analysis.prompt import bounded, clip, inert
from memoryops.analysis.quotes import find_quote
from memoryops.analysis.report import AnalysisReport, Answer, AnsweredCitation
from memoryops.analysis.snapshot import EvidenceFacts, RepeatFacts, Snapshot
from memoryops.analysis.symptoms import match_symptom
from memoryops.kit.counting import times

MAX_CITED = 3
MAX_QUOTED = 600
_STRAIGHT = str.maketrans("“”", "''")

_WITHOUT_MODEL = "This was put together by rules, without a model."
_UNLIKE = "Check that the same conditions hold before you repeat it."
_DOUBTED = "Mind that it failed more often than it helped, by what was recorded: {record}."
_DOUBTED_REPEAT = "Mind that it failed more often than it helped, by what was recorded."
_FIRST_STEPS = (
    "List what changed shortly before the first symptom, and follow one failing request to the call that fails."
)
_ADD_ERROR = "Add the error text to the incident: it is what later matches are found by."
_BY_OUTCOME = {
    "fixed": "What fixed {id}: {text}",
    "mitigated": "What mitigated {id}, without removing its cause: {text}",
    "self_recovered": "{id} recovered by itself, so nothing is known to fix it; noted then: {text}",
}
_MEMORY = {
    "empty": "Memory was asked and holds nothing like this incident.",
    "unavailable": "Memory could not be asked.",
}


def fallback(snapshot: Snapshot) -> AnalysisReport:
    """A deterministic analysis of low confidence, from evidence, the record's repeat, or known symptoms.

    It keeps the rules that a model's answer must keep: each draft is checked,
    and one whose material does not pass gives way to a plainer one.
    """
    known = bounded(snapshot)
    for draft in _drafts(known):
        verdict = check(draft, known, record=known.repeat)
        if not verdict.violations:
            return _report(draft, verdict)
    return _report(_from_nothing(known), Verdict((), ()))


def _drafts(known: Snapshot) -> Iterator[Answer]:
    quotable = [piece for piece in known.evidence if _quote_of(piece)]
    if quotable:
        yield _from_evidence(known, quotable[:MAX_CITED], known.repeat)
        yield _from_evidence(known, quotable[:1], None)
    if known.repeat:
        yield _from_record(known, known.repeat)
    yield from _from_symptoms(known)


def _from_evidence(known: Snapshot, pieces: list[EvidenceFacts], repeat: RepeatFacts | None) -> Answer:
    best, others = pieces[0], pieces[1:]
    sample = " (sample data)" if best.sample else ""
    reasons = [
        _WITHOUT_MODEL,
        f"{best.incident_id}{sample} is the closest resolved incident in memory (similarity {best.similarity:.2f}).",
        _fared(best),
        _tried(best),
        f"Also close: {', '.join(piece.incident_id for piece in others)}." if others else "",
        _seen_before(repeat) if repeat else "",
    ]
    fix = _BY_OUTCOME.get(best.outcome, "What was done in {id}: {text}")
    other_repeat = repeat if repeat and repeat.resolved_in != best.incident_id else None
    actions = [
        fix.format(id=best.incident_id, text=_quoted(best.resolution)),
        _DOUBTED.format(record=best.track_record) if best.doubted else "",
        _UNLIKE,
        _record_resolution(other_repeat),
    ]
    return _answer(
        f"Possibly what {best.incident_id} turned out to be: {_quoted(best.root_cause)}", actions, reasons, pieces
    )


def _from_record(known: Snapshot, repeat: RepeatFacts) -> Answer:
    cause = "The record names no cause for this error."
    if repeat.root_cause:
        cause = f"From the record, as found in {repeat.resolved_in}: {_quoted(repeat.root_cause)}"
    action = _record_resolution(repeat) or f"Read {repeat.last_incident_id} in the record, the last time this was seen."
    reasons = [_WITHOUT_MODEL, _seen_before(repeat), _MEMORY.get(known.memory_status, "")]
    return _answer(cause, [action, _UNLIKE], reasons, [])


def _from_symptoms(known: Snapshot) -> Iterator[Answer]:
    incident = known.incident
    match = match_symptom((incident.error, incident.title, incident.symptoms))
    if match is None:
        return
    symptom, words = match
    memory = _MEMORY.get(known.memory_status, "")
    for shown in (f" (it says {_quoted(words)})", ""):
        reading = f"The incident reads like {symptom.name}{shown}, a well-known pattern; nothing else points to it."
        yield _answer(symptom.cause, [symptom.action], [_WITHOUT_MODEL, memory, reading], [])


def _from_nothing(known: Snapshot) -> Answer:
    return _answer(
        "Not known: neither memory nor a well-known pattern points to a cause.",
        [_FIRST_STEPS, "" if known.incident.error else _ADD_ERROR],
        [_WITHOUT_MODEL, _MEMORY.get(known.memory_status, ""), "No known pattern fits the error and symptoms."],
        [],
    )


def _answer(cause: str, actions: list[str], reasons: list[str], pieces: list[EvidenceFacts]) -> Answer:
    return Answer(
        probable_root_cause=cause,
        recommended_action=" ".join(filter(None, actions)),
        confidence="low",
        reasoning=" ".join(filter(None, reasons)),
        supporting_historical_incidents=[
            AnsweredCitation(incident_id=piece.incident_id, quote=quote)
            for piece in pieces
            if (quote := _quote_of(piece))
        ],
    )


def _report(draft: Answer, verdict: Verdict) -> AnalysisReport:
    return AnalysisReport(
        source="heuristic",
        model=None,
        probable_root_cause=draft.probable_root_cause,
        recommended_action=draft.recommended_action,
        confidence="low",
        reasoning=draft.reasoning,
        supporting_historical_incidents=verdict.citations,
    )


def _quote_of(piece: EvidenceFacts) -> str | None:
    """The first of the evidence's texts that can be quoted, or None when it holds nothing readable."""
    for text in evidence_texts(piece):
        quote = _plain(text)
        if any(char.isalnum() for char in quote) and find_quote(quote, evidence_texts(piece)):
            return quote
    return None


def _tried(piece: EvidenceFacts) -> str:
    return f"Tried then without success: {_quoted(piece.ineffective_actions)}" if piece.ineffective_actions else ""


def _fared(piece: EvidenceFacts) -> str:
    return f"By the record: {piece.track_record}." if piece.track_record and not piece.doubted else ""


def _seen_before(repeat: RepeatFacts) -> str:
    seen = times(repeat.occurrences)
    return f"From the record: this exact error has been seen {seen}; {repeat.last_incident_id} was the last."


def _record_resolution(repeat: RepeatFacts | None) -> str:
    if repeat is None or not repeat.resolution:
        return ""
    told = f"From the record, what resolved {repeat.resolved_in}: {_quoted(repeat.resolution)}"
    return f"{told} {_DOUBTED_REPEAT}" if repeat.doubted else told


def _quoted(text: str) -> str:
    """The text as a quotation of ours; its own curly marks become plain ones, so that it stays one quotation."""
    return f"“{_plain(text).translate(_STRAIGHT)}”"


def _plain(text: str) -> str:
    return clip(" ".join(inert(text).split()), MAX_QUOTED)
