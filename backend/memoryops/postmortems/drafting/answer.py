"""What a model must answer when it drafts, and whether what it answered may be used."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from memoryops.analysis.analyse import in_words, storable
from memoryops.analysis.citations import Verdict, check
from memoryops.analysis.port import AnalysisReason, ModelAnswer
from memoryops.analysis.prompt import bounded
from memoryops.analysis.report import (
    CITATIONS_SCHEMA,
    MAX_CITATIONS,
    AnsweredCitation,
    InvalidAnswer,
    object_schema,
    parse_as,
    string_schema,
)
from memoryops.kit.schemas import is_blank
from memoryops.postmortems.drafting.facts import DraftFacts
from memoryops.postmortems.sections import SECTIONS, SectionKey, Source
from memoryops.postmortems.writing import Words

MAX_SECTION = 6_000
MAX_FINDINGS = 20
MAX_ENTRIES = 60


class Refused(Exception):
    """The answer is not used; `findings` are what its author is told."""

    def __init__(self, reason: AnalysisReason, content: str, findings: tuple[str, ...]) -> None:
        super().__init__(findings[0] if findings else reason.value)
        self.reason = reason
        self.content = content
        self.findings = findings


def _storable(text: str) -> str:
    if storable(text) != text:
        raise ValueError("control characters are not text")
    return text.strip()


class DraftedSection(BaseModel):
    """One section as the model drafted it; `timeline` names entries by their reference."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    section: SectionKey
    text: Annotated[str, StringConstraints(max_length=MAX_SECTION, strict=True), AfterValidator(_storable)]
    timeline: Annotated[list[str], Field(max_length=MAX_ENTRIES)]
    citations: Annotated[list[AnsweredCitation], Field(max_length=MAX_CITATIONS)]


class DraftAnswer(BaseModel):
    """A drafted postmortem of the right shape; what it cites is not checked yet."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sections: Annotated[list[DraftedSection], Field(max_length=len(SECTIONS))]

    @property
    def prose(self) -> Mapping[str, str]:
        """The texts by section."""
        return {one.section.value: one.text for one in self.sections}

    @property
    def supporting_historical_incidents(self) -> list[AnsweredCitation]:
        """The citations of all sections."""
        return [citation for one in self.sections for citation in one.citations]


DRAFT_SCHEMA: Mapping[str, Any] = object_schema(
    {
        "sections": {
            "type": "array",
            "items": object_schema(
                {
                    "section": {"type": "string", "enum": [key.value for key in SECTIONS]},
                    "text": string_schema("The section in Markdown, without a heading."),
                    "timeline": {"type": "array", "items": string_schema("A reference, as T3.")},
                    "citations": CITATIONS_SCHEMA,
                }
            ),
        }
    }
)


def judge(said: ModelAnswer, facts: DraftFacts) -> Mapping[SectionKey, Words]:
    """The draft in an answer that keeps every rule; raises Refused."""
    try:
        answer = parse_as(DraftAnswer, said.content)
    except InvalidAnswer as error:
        raise Refused(AnalysisReason.invalid_output, storable(said.content), (f"answer: {error}",)) from None
    verdict = check(answer, bounded(facts.snapshot), texts=given_texts(facts))
    findings = [*_strange_entries(answer, facts), *map(in_words, verdict.violations)]
    if len({one.section for one in answer.sections}) != len(answer.sections):
        findings.append("sections: a section stands in the answer twice")
    if findings:
        raise Refused(AnalysisReason.invented_citation, storable(said.content), tuple(findings[:MAX_FINDINGS]))
    return {one.section: _words(one, said.model, verdict, facts) for one in answer.sections if not is_blank(one.text)}


def given_texts(facts: DraftFacts) -> tuple[str, ...]:
    """What the model is told beside incident and evidence: numbers, links and tickets in it may be repeated."""
    told = (facts.root_cause, facts.resolution, facts.ineffective_actions, facts.analysis)
    times = (facts.began_at, facts.declared_at, facts.resolved_at, *(entry.at for entry in facts.entries))
    return (
        *(text for text in told if text),
        *facts.impact,
        *(entry.text for entry in facts.entries),
        *(f"{moment:%Y-%m-%d %H:%M}" for moment in times),
    )


def _strange_entries(answer: DraftAnswer, facts: DraftFacts) -> list[str]:
    known = {entry.ref for entry in facts.entries}
    strange = {ref[:40] for one in answer.sections for ref in one.timeline if ref not in known}
    return [f"timeline: there is no entry {ref}" for ref in sorted(strange)]


def _words(drafted: DraftedSection, model: str, verdict: Verdict, facts: DraftFacts) -> Words:
    cited = {citation.incident_id for citation in drafted.citations}
    ids = {entry.ref: entry.id for entry in facts.entries}
    return Words(
        drafted.text,
        Source.model,
        model=storable(model)[:200],
        citations=[one.model_dump() for one in verdict.citations if one.incident_id in cited],
        entries=[ids[ref] for ref in dict.fromkeys(drafted.timeline)],
        drawn_from=facts.drawn_from,
    )
