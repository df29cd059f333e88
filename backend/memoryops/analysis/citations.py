"""Whether what an analysis cites, names and links to stands in what the model was given."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Protocol

from memoryops.analysis.addresses import hosts, links
from memoryops.analysis.figures import figures
from memoryops.analysis.mentions import (
    Mention,
    incident_mentions,
    is_layered_too_deeply,
    numbers,
    reorders_text,
    ticket_mentions,
)
from memoryops.analysis.quotes import find_quote, is_too_short, normalise
from memoryops.analysis.report import AnsweredCitation, Citation
from memoryops.analysis.snapshot import EvidenceFacts, IncidentFacts, RepeatFacts, Snapshot


class ViolationKind(StrEnum):
    """What is wrong with an answer that has the right shape."""

    unknown_evidence = "unknown_evidence"
    quote_too_short = "quote_too_short"
    quote_not_found = "quote_not_found"
    unknown_incident = "unknown_incident"
    uncited_incident = "uncited_incident"
    foreign_ticket = "foreign_ticket"
    foreign_link = "foreign_link"
    hidden_text = "hidden_text"


@dataclass(frozen=True)
class Violation:
    """One thing that may not reach an engineer: its kind, the offending text, and the field it stands in."""

    kind: ViolationKind
    text: str
    where: str


@dataclass(frozen=True)
class Verdict:
    """What the check found; `citations` are verified and complete only when there are no violations."""

    citations: tuple[Citation, ...]
    violations: tuple[Violation, ...]


class Citing(Protocol):
    """Whatever an author wrote that names past incidents: an analysis, a draft."""

    @property
    def prose(self) -> Mapping[str, str]:
        """The free texts by field name, in reading order."""

    @property
    def supporting_historical_incidents(self) -> list[AnsweredCitation]:
        """What it cites."""


@dataclass(frozen=True)
class _Given:
    """What may be named: all texts the model was given, read once."""

    numbers: frozenset[str]
    tickets: frozenset[str]
    links: frozenset[str]


def check(
    answer: Citing, snapshot: Snapshot, *, record: RepeatFacts | None = None, texts: tuple[str, ...] = ()
) -> Verdict:
    """Judge an answer against exactly the snapshot that its author was given, and the further `texts` beside it.

    `record` is what the author was told of the incident's repeats: its last
    incident and the one its resolution is of may be named and its texts
    quoted in prose, but never cited. A
    model is told nothing of it, so it is given for the heuristic only.
    """
    citations: list[Citation] = []
    violations: list[Violation] = []
    for place, cited in enumerate(answer.supporting_historical_incidents):
        found = _judge_citation(cited, snapshot.evidence, f"supporting_historical_incidents.{place}")
        if isinstance(found, Violation):
            violations.append(found)
        elif found not in citations:
            citations.append(found)
    violations.extend(_judge_prose(answer.prose, snapshot, citations, record, texts))
    return Verdict(tuple(citations), tuple(dict.fromkeys(violations)))


def evidence_texts(evidence: EvidenceFacts) -> tuple[str, ...]:
    """The texts of one piece of evidence that may be quoted, most telling first."""
    texts = (
        evidence.root_cause,
        evidence.resolution,
        evidence.ineffective_actions,
        evidence.memory_text,
        evidence.title,
    )
    return tuple(text for text in texts if text)


def _judge_citation(cited: AnsweredCitation, evidence: tuple[EvidenceFacts, ...], where: str) -> Citation | Violation:
    wanted = normalise(cited.incident_id).text
    source = next((piece for piece in evidence if normalise(piece.incident_id).text == wanted), None)
    if source is None:
        return Violation(ViolationKind.unknown_evidence, cited.incident_id, where)
    if reorders_text(cited.quote):
        return Violation(ViolationKind.hidden_text, cited.quote, where)
    quote = find_quote(cited.quote, evidence_texts(source))
    if quote is None:
        short = is_too_short(cited.quote)
        kind = ViolationKind.quote_too_short if short else ViolationKind.quote_not_found
        return Violation(kind, cited.quote, where)
    return Citation(incident_id=source.incident_id, title=source.title, quote=quote)


def _judge_prose(
    prose: Mapping[str, str],
    snapshot: Snapshot,
    citations: Iterable[Citation],
    record: RepeatFacts | None,
    further: tuple[str, ...],
) -> Iterator[Violation]:
    cited = {citation.incident_id for citation in citations}
    named = (
        cited | {snapshot.incident.incident_id} | ({record.last_incident_id, record.resolved_in} if record else set())
    )
    sources = [text for piece in snapshot.evidence if piece.incident_id in cited for text in evidence_texts(piece)]
    sources += _record_texts(record)
    given = _given(snapshot, record, further)
    for field, text in prose.items():
        if reorders_text(text) or is_layered_too_deeply(text):
            yield Violation(ViolationKind.hidden_text, text[:200], field)
            continue
        known = {piece.incident_id for piece in snapshot.evidence}
        yield from _foreign_incidents(_without_quotations(text, sources), named, known, given, field)
        yield from _foreign_names(text, _numbers_of(named), given, field)


def _foreign_incidents(text: str, named: set[str], known: set[str], given: _Given, where: str) -> Iterator[Violation]:
    may, exists = _numbers_of(named), _numbers_of(known)
    called = incident_mentions(text, known_numbers=given.numbers)
    seen = {mention.number for mention in (*called, *ticket_mentions(text))}
    loose = {figure for figure in figures(text, known_numbers=given.numbers) if figure.number not in seen}
    for mention in (*_sorted(called), *_sorted(loose)):
        if mention.number in may:
            continue
        uncited = mention.number in exists
        kind = ViolationKind.uncited_incident if uncited else ViolationKind.unknown_incident
        yield Violation(kind, mention.text, where)


def _foreign_names(text: str, named: frozenset[str], given: _Given, where: str) -> Iterator[Violation]:
    for mention in _sorted(ticket_mentions(text)):
        known = mention.text in given.tickets or mention.number in named
        if not known and not (mention.text[0] != "#" and mention.number in given.numbers):
            yield Violation(ViolationKind.foreign_ticket, mention.text, where)
    for link in sorted(links(text) - given.links):
        yield Violation(ViolationKind.foreign_link, link, where)


@lru_cache(16)
def _given(snapshot: Snapshot, record: RepeatFacts | None, further: tuple[str, ...]) -> _Given:
    texts = [*_incident_texts(snapshot.incident), *_record_texts(record), *further]
    texts += [text for piece in snapshot.evidence for text in (*evidence_texts(piece), piece.service)]
    texts += [piece.track_record for piece in snapshot.evidence if piece.track_record]
    return _Given(
        numbers=numbers(texts),
        tickets=frozenset(mention.text for text in texts for mention in ticket_mentions(text)),
        links=frozenset(link for text in texts for link in (*links(text), *hosts(text))),
    )


def _incident_texts(incident: IncidentFacts) -> list[str]:
    texts = (
        incident.title, incident.service, incident.environment, incident.version, incident.error, incident.symptoms
    )  # fmt: skip
    return [text for text in texts if text]


def _record_texts(record: RepeatFacts | None) -> list[str]:
    return [text for text in (record.root_cause, record.resolution) if text] if record else []


def _numbers_of(incident_ids: Iterable[str]) -> frozenset[str]:
    """The number in each `INC-<number>`, as digits."""
    matches = (re.fullmatch(r"INC-(\d+)", incident_id) for incident_id in incident_ids)
    return frozenset(match[1] for match in matches if match)


def _sorted(mentions: Iterable[Mention]) -> list[Mention]:
    return sorted(mentions, key=lambda mention: mention.text)


# Quotation marks that open and close a quotation in prose. An apostrophe is none of them.
_QUOTATION = re.compile(r"“([^“”]+)”|\"([^\"]+)\"|«([^«»]+)»|„([^„“]+)“|`([^`]+)`")


def _without_quotations(text: str, sources: list[str]) -> str:
    """The prose with each quotation that is verbatim from a source taken out, and a word left in its place."""
    return _QUOTATION.sub(lambda match: " quotation " if _is_verbatim(match, sources) else match[0], text)


def _is_verbatim(match: re.Match[str], sources: list[str]) -> bool:
    content = next(group for group in match.groups() if group)
    return not reorders_text(content) and find_quote(content, sources) is not None
