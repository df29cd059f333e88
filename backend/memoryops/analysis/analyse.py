"""From a snapshot to an analysis: ask, check, repair once, or fall back and say why."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from memoryops.analysis.citations import Violation, ViolationKind, check
from memoryops.analysis.fallback import fallback
from memoryops.analysis.port import AnalysisReason, LanguageModel, Message, ModelAnswer, ModelUnavailable
from memoryops.analysis.prompt import bounded, repair, request
from memoryops.analysis.report import ANSWER_SCHEMA, AnalysisReport, Answer, Citation, InvalidAnswer, parse_answer
from memoryops.analysis.snapshot import Snapshot

# An answer and one repair; a model that is wrong twice is not asked again.
MAX_ATTEMPTS = 2
MAX_STORED = 4_000
MAX_STORED_VIOLATIONS = 20


@dataclass(frozen=True)
class Refusal:
    """An answer that was not accepted: what was said (cut to `MAX_STORED`), why not, and what the model was told."""

    reason: AnalysisReason
    content: str
    findings: tuple[str, ...]
    violations: tuple[Violation, ...] = ()


@dataclass(frozen=True)
class AnalysisTrace:
    """How an analysis came about; `failure` is a sentence that a person may read."""

    model: str | None
    endpoint: str | None
    attempts: int
    refused: tuple[Refusal, ...]
    failure: str | None

    def as_detail(self) -> dict[str, Any]:
        """The trace in plain JSON values, of bounded size."""
        return {**asdict(self), "refused": [asdict(refusal) for refusal in self.refused]}


@dataclass(frozen=True)
class Outcome:
    """An analysis and how it came about; `analysis_reason` is None exactly when the status is `ok`."""

    analysis_status: Literal["ok", "fallback"]
    analysis_reason: AnalysisReason | None
    report: AnalysisReport
    trace: AnalysisTrace


def _nonce() -> str:
    return secrets.token_hex(12)


async def analyse(
    snapshot: Snapshot,
    model: LanguageModel,
    *,
    deadline_seconds: float = 20.0,
    new_nonce: Callable[[], str] = _nonce,
) -> Outcome:
    """The model's checked analysis, or the heuristic with the reason why there is none; never raises for a model.

    All attempts together take at most `deadline_seconds`. When an answer was
    refused and the repair did not come, the reason is the refusal's, since a
    better answer was there to be had; the failure stands in the trace.
    """
    refused: list[Refusal] = []
    failure: ModelUnavailable | None = None
    report: AnalysisReport | None = None
    try:
        async with asyncio.timeout(deadline_seconds):
            report = await _converse(snapshot, model, new_nonce(), refused)
    except TimeoutError:
        failure = ModelUnavailable(AnalysisReason.timeout, f"No accepted answer within {deadline_seconds:g} s.")
    except ModelUnavailable as error:
        failure = error
    trace = AnalysisTrace(
        model=report.model if report else model.name,
        endpoint=model.endpoint,
        attempts=_attempts(report, refused, failure),
        refused=tuple(refused),
        failure=failure.detail if failure else None,
    )
    if report:
        return Outcome("ok", None, report, trace)
    return Outcome("fallback", _reason(refused, failure), fallback(snapshot), trace)


async def _converse(
    snapshot: Snapshot, model: LanguageModel, nonce: str, refused: list[Refusal]
) -> AnalysisReport | None:
    """The accepted report, or None when every attempt was refused; refusals are added to `refused`."""
    asked = messages = request(snapshot, nonce)
    while len(refused) < MAX_ATTEMPTS:
        result = await _attempt(bounded(snapshot), model, messages)
        if isinstance(result, AnalysisReport):
            return result
        refused.append(result)
        messages = repair(asked, result.content, result.findings, nonce)
    return None


async def _attempt(known: Snapshot, model: LanguageModel, messages: tuple[Message, ...]) -> AnalysisReport | Refusal:
    try:
        said = await model.answer(messages, ANSWER_SCHEMA)
    except ModelUnavailable as error:
        if error.reason is not AnalysisReason.invalid_output:
            raise
        return Refusal(AnalysisReason.invalid_output, "", (error.detail,))
    return judge(said, known)


def judge(said: ModelAnswer, known: Snapshot) -> AnalysisReport | Refusal:
    """The report in an answer that keeps every rule, or why it is refused. `known` is what the model was shown."""
    try:
        answer = parse_answer(said.content)
    except InvalidAnswer as error:
        return Refusal(AnalysisReason.invalid_output, storable(said.content), (f"answer: {error}",))
    verdict = check(answer, known)
    if verdict.violations:
        violations = verdict.violations[:MAX_STORED_VIOLATIONS]
        findings = tuple(map(in_words, violations))
        return Refusal(AnalysisReason.invented_citation, storable(said.content), findings, violations)
    return _report(answer, said.model, verdict.citations)


def _report(answer: Answer, model: str, citations: tuple[Citation, ...]) -> AnalysisReport:
    return AnalysisReport(
        source="model",
        model=storable(model)[:200],
        probable_root_cause=answer.probable_root_cause,
        recommended_action=answer.recommended_action,
        confidence=answer.confidence,
        reasoning=answer.reasoning,
        supporting_historical_incidents=citations,
    )


def in_words(violation: Violation) -> str:
    """What an author is told about a violation."""
    return f"{violation.where}: {_FINDINGS[violation.kind]}: {violation.text}"


def storable(text: str) -> str:
    """Bounded text that any database takes: no NUL, no lone surrogate."""
    return text[:MAX_STORED].replace("\0", "�").encode("utf-8", "replace").decode("utf-8")


def _attempts(report: AnalysisReport | None, refused: list[Refusal], failure: ModelUnavailable | None) -> int:
    """How often the model was asked."""
    asked_in_vain = failure is not None and failure.reason is not AnalysisReason.not_configured
    return len(refused) + (report is not None) + asked_in_vain


def _reason(refused: list[Refusal], failure: ModelUnavailable | None) -> AnalysisReason:
    if refused:
        return refused[-1].reason
    return failure.reason if failure else AnalysisReason.invalid_output


_FINDINGS = {
    ViolationKind.unknown_evidence: "this id is not among the evidence that was given",
    ViolationKind.quote_too_short: "this quote is too short to prove anything",
    ViolationKind.quote_not_found: "this quote does not stand in that evidence word for word",
    ViolationKind.unknown_incident: "this incident is not among the evidence and may not be named",
    ViolationKind.uncited_incident: "this incident is named but not cited with a quote",
    ViolationKind.foreign_ticket: "this reference does not stand in the data that was given",
    ViolationKind.foreign_link: "this link does not stand in the data that was given",
    ViolationKind.hidden_text: "this text holds characters that show it differently from how it stands",
}
