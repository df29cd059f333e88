"""Drafting: read the record, think outside any transaction, then fill what is empty and propose beside the rest."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from memoryops.analysis.port import LanguageModel
from memoryops.kit.clock import Clock
from memoryops.kit.db import Database, Session
from memoryops.kit.schemas import rfc3339
from memoryops.postmortems.drafting.asking import Asked, ask
from memoryops.postmortems.drafting.facts import DraftFacts
from memoryops.postmortems.drafting.gathering import forgotten_of, gather
from memoryops.postmortems.drafting.template import from_template
from memoryops.postmortems.schemas import DraftOutcome
from memoryops.postmortems.sections import SectionKey, Source
from memoryops.postmortems.service import Case, check_resolved, check_writable, load, sections_of, touch
from memoryops.postmortems.views import view
from memoryops.postmortems.writing import Words, write

FORGOTTEN_MEANWHILE = "A document that the model was shown was forgotten meanwhile, so its draft was not used."


@dataclass(frozen=True)
class Drafter:
    """Drafts the postmortems of one workspace."""

    database: Database
    workspace_id: str
    model: LanguageModel
    clock: Clock

    async def draft(self, incident_id: str, wanted: Collection[SectionKey] | None, *, actor: str) -> DraftOutcome:
        """Draft these sections, or all; what a person wrote stays, and gets the draft as a proposal beside it.

        Raises PostmortemNotFoundError, UnresolvedIncidentError, PublishedPostmortemError. A model that fails is a
        reason, never an error.
        """
        async with self.database.reading(self.workspace_id) as session:
            case = await load(session, incident_id)
            check_resolved(case.incident)
            check_writable(case)
            facts = await gather(session, case)
        asked = await ask(facts, self.model, nonce=secrets.token_hex(12))
        async with self.database.writing(self.workspace_id) as session:
            return await self._keep(session, incident_id, facts, asked, wanted, actor=actor)

    async def _keep(
        self,
        session: Session,
        incident_id: str,
        facts: DraftFacts,
        asked: Asked,
        wanted: Collection[SectionKey] | None,
        *,
        actor: str,
    ) -> DraftOutcome:
        case = await load(session, incident_id, lock=True)
        check_writable(case)
        forgotten = await forgotten_of(session, facts.drawn_from)
        by_model = asked.draft is not None and not forgotten
        drafted = asked.draft if by_model and asked.draft is not None else from_template(facts.without(forgotten))
        chosen = {key: words for key, words in drafted.items() if wanted is None or key in wanted}
        filled, proposed = await apply(session, case, chosen, actor=actor, at=self.clock.now())
        return DraftOutcome(
            source=Source.model if by_model else Source.template,
            model=next((words.model for words in drafted.values()), None),
            reason=asked.reason,
            detail=FORGOTTEN_MEANWHILE if asked.draft is not None and forgotten else asked.detail,
            filled=filled,
            proposed=proposed,
            postmortem=await view(session, case),
        )


async def apply(
    session: Session, case: Case, drafted: Mapping[SectionKey, Words], *, actor: str, at: datetime
) -> tuple[list[SectionKey], list[SectionKey]]:
    """Fill the empty sections and propose beside the others; which were filled, and which got a proposal."""
    filled, proposed = [], []
    for section in await sections_of(session, case.postmortem):
        words = drafted.get(section.key)
        if words is None or words.text.strip() == section.text.strip():
            continue
        if not section.text.strip():
            await write(session, case, section, words, actor=actor, at=at)
            filled.append(section.key)
            continue
        section.proposal = {**words.as_values(), "by": actor, "at": rfc3339(at)}
        touch(session, case, change="proposal", actor=actor, at=at, section=section.key.value)
        proposed.append(section.key)
    return filled, proposed
