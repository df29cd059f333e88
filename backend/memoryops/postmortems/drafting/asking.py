"""Asking a model for a draft: ask, check, have it repaired once, or do without and say why."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memoryops.analysis.port import AnalysisReason, LanguageModel, Message, ModelUnavailable
from memoryops.analysis.prompt import MAX_REFUSED, bounded, inert, prompt_templates
from memoryops.analysis.quotes import MIN_QUOTE
from memoryops.postmortems.drafting.answer import DRAFT_SCHEMA, Refused, judge
from memoryops.postmortems.drafting.facts import DraftFacts
from memoryops.postmortems.drafting.template import utc
from memoryops.postmortems.sections import SECTIONS, SectionKey
from memoryops.postmortems.writing import Words

# An answer and one repair, as for an analysis.
MAX_ATTEMPTS = 2
DEADLINE_S = 60.0
"""For both attempts; each has the model's own deadline besides."""

_PROMPTS = prompt_templates(Path(__file__).parent / "prompts")


@dataclass(frozen=True)
class Asked:
    """The model's draft; without one, why, with a sentence that a person may read."""

    draft: Mapping[SectionKey, Words] | None
    reason: AnalysisReason | None
    detail: str | None


async def ask(facts: DraftFacts, model: LanguageModel, *, nonce: str, deadline_s: float = DEADLINE_S) -> Asked:
    """The model's checked draft, or why there is none; never raises for a model."""
    refused: list[Refused] = []
    try:
        async with asyncio.timeout(deadline_s):
            draft = await _converse(facts, model, nonce, refused)
    except TimeoutError:
        return Asked(None, AnalysisReason.timeout, f"No draft within {deadline_s:g} s.")
    except ModelUnavailable as error:
        return Asked(None, error.reason, error.detail)
    if draft is None:
        last = refused[-1]
        return Asked(None, last.reason, f"The model's draft broke the rules twice: {last}"[:500])
    return Asked(draft, None, None)


async def _converse(
    facts: DraftFacts, model: LanguageModel, nonce: str, refused: list[Refused]
) -> Mapping[SectionKey, Words] | None:
    asked = messages = request(facts, nonce)
    while len(refused) < MAX_ATTEMPTS:
        try:
            return judge(await model.answer(messages, DRAFT_SCHEMA), facts)
        except Refused as refusal:
            refused.append(refusal)
            messages = _repair(asked, refusal, nonce)
    return None


def request(facts: DraftFacts, nonce: str) -> tuple[Message, ...]:
    """The first turn. `nonce` marks the fences and must not be guessable by whoever wrote the data."""
    rules = _render("system.md", nonce=nonce, min_quote=MIN_QUOTE, sections=SECTIONS)
    known = bounded(facts.snapshot)
    asked = _render("request.md", nonce=nonce, facts=facts, incident=known.incident, evidence=known.evidence, utc=utc)
    return (Message("system", rules), Message("user", asked))


def _repair(asked: tuple[Message, ...], refusal: Refused, nonce: str) -> tuple[Message, ...]:
    answered = Message("assistant", inert(refusal.content)[:MAX_REFUSED])
    return (*asked, answered, Message("user", _render("repair.md", nonce=nonce, findings=refusal.findings)))


def _render(template: str, **values: object) -> str:
    return _PROMPTS.get_template(template).render(**values).strip()
