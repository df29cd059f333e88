"""Writing in sections: each saved by itself, its versions kept, a draft taken or left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from memoryops.kit.db import Session
from memoryops.kit.errors import NotFoundError
from memoryops.kit.schemas import rfc3339
from memoryops.postmortems.continuing import Standing, continues
from memoryops.postmortems.models import PostmortemSection, PostmortemVersion
from memoryops.postmortems.proposals import check_proposal, proposal_of
from memoryops.postmortems.revisions import named_revision, stale_section
from memoryops.postmortems.schemas import SectionSave
from memoryops.postmortems.sections import SECTIONS, SectionKey, Source
from memoryops.postmortems.service import Case, check_writable, touch


class VersionNotFoundError(NotFoundError):
    """The section never had that revision."""


@dataclass(frozen=True)
class Words:
    """Words for a section and where they come from; `drawn_from` names the documents that a draft was made with.

    A person's words keep it of what they were written over, since they may be the draft's with a word added.
    """

    text: str
    source: Source = Source.person
    model: str | None = None
    citations: Sequence[Mapping[str, str]] = field(default=())
    entries: Sequence[str] = field(default=())
    drawn_from: Sequence[str] = field(default=())

    def as_values(self) -> dict[str, Any]:
        """The words as plain JSON values."""
        return {
            "text": self.text,
            "source": self.source.value,
            "model": self.model,
            "citations": [dict(one) for one in self.citations],
            "entries": list(self.entries),
            "drawn_from": list(self.drawn_from),
        }

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> "Words":
        """What `as_values` gave, whatever else stands beside it."""
        names = ("text", "model", "citations", "entries", "drawn_from")
        return cls(source=Source(values["source"]), **{name: values[name] for name in names})


async def load_section(session: Session, case: Case, key: SectionKey) -> PostmortemSection:
    """The section as it stands."""
    mine = PostmortemSection.postmortem_pk == case.postmortem.pk
    return (await session.scalars(sa.select(PostmortemSection).where(mine, PostmortemSection.key == key))).one()


async def save(
    session: Session, case: Case, key: SectionKey, saved: SectionSave, *, if_match: str | None, actor: str, at: datetime
) -> None:
    """A person's words as the section's next version, or as the last one written further (see `continuing`).

    Raises StaleSectionError with both texts when somebody was quicker. What stands there already is saved again without
    a version and without a conflict, so a save can be repeated.
    """
    section = await load_section(session, case, key)
    named, text = named_revision(if_match), saved.text
    if text == section.text:
        return
    check_writable(case)
    await _check(session, section, named, yours=text)
    before = await _version(session, section, section.revision)
    published_at = case.postmortem.published_at
    if before and not saved.settles and continues(_standing(before), text, by=actor, at=at, published_at=published_at):
        before.text, before.revision, before.at = text, section.revision + 1, at
        section.text, section.revision = before.text, before.revision
        tell_saved(session, case, section, actor=actor, at=at)
        return
    descends = Words(text, drawn_from=before.drawn_from if before else ())
    await write(session, case, section, descends, actor=actor, at=at)


async def restore(
    session: Session, case: Case, key: SectionKey, revision: int, *, if_match: str | None, actor: str, at: datetime
) -> None:
    """An older version's words as a new version; raises VersionNotFoundError, StaleSectionError."""
    check_writable(case)
    section = await load_section(session, case, key)
    named = named_revision(if_match)
    older = await _version(session, section, revision)
    if older is None:
        raise VersionNotFoundError(f"“{SECTIONS[key].title}” has no revision {revision}.")
    await _check(session, section, named, yours=older.text)
    words = Words(older.text, older.source, older.model, older.citations, older.entries, older.drawn_from)
    await write(session, case, section, words, actor=actor, at=at, restored_from=revision)


async def take_proposal(
    session: Session, case: Case, key: SectionKey, *, draft: str, if_match: str | None, actor: str, at: datetime
) -> None:
    """This draft as the section's next version; raises NoProposalError, OtherProposalError, StaleSectionError."""
    check_writable(case)
    section = await load_section(session, case, key)
    named = named_revision(if_match)
    check_proposal(section, draft)
    words = Words.from_values(proposal_of(section))
    await _check(session, section, named, yours=words.text)
    section.proposal = None
    await write(session, case, section, words, actor=actor, at=at)


async def drop_proposal(session: Session, case: Case, key: SectionKey, *, draft: str, actor: str, at: datetime) -> None:
    """Leave this draft; raises NoProposalError, OtherProposalError."""
    section = await load_section(session, case, key)
    check_proposal(section, draft)
    section.proposal = None
    touch(session, case, change="proposal", actor=actor, at=at, section=key.value)


async def write(
    session: Session,
    case: Case,
    section: PostmortemSection,
    words: Words,
    *,
    actor: str,
    at: datetime,
    restored_from: int | None = None,
) -> None:
    """These words as the section's next version."""
    section.text = words.text
    section.revision += 1
    session.add(
        PostmortemVersion(
            section_pk=section.pk,
            revision=section.revision,
            **{**words.as_values(), "source": words.source},
            by=actor,
            began_at=at,
            at=at,
            restored_from=restored_from,
        )
    )
    tell_saved(session, case, section, actor=actor, at=at)


def tell_saved(session: Session, case: Case, section: PostmortemSection, *, actor: str, at: datetime) -> None:
    """Note that the section reads differently now, and tell open consoles."""
    touch(session, case, change="section", actor=actor, at=at, section=section.key.value, revision=section.revision)


async def versions_of(session: Session, case: Case, key: SectionKey) -> Sequence[PostmortemVersion]:
    """All versions of a section, newest first."""
    section = await load_section(session, case, key)
    rows = sa.select(PostmortemVersion).where(PostmortemVersion.section_pk == section.pk)
    return (await session.scalars(rows.order_by(PostmortemVersion.revision.desc()))).all()


async def _check(session: Session, section: PostmortemSection, named: int | None, *, yours: str) -> None:
    if named == section.revision:
        return
    current = _told(await _version(session, section, section.revision), section)
    base = None if named is None else await _version_with(session, section, named)
    raise stale_section(
        SECTIONS[section.key].title, yours, current=current, base=_told(base, section) if base is not None else None
    )


def _standing(version: PostmortemVersion) -> Standing:
    return Standing(version.text, version.source, version.by, version.began_at, version.restored_from)


def _told(version: PostmortemVersion | None, section: PostmortemSection) -> Mapping[str, Any]:
    if version is None:
        return {"revision": section.revision, "text": section.text, "by": None, "at": None}
    return {"revision": version.revision, "text": version.text, "by": version.by, "at": rfc3339(version.at)}


async def _version(session: Session, section: PostmortemSection, revision: int) -> PostmortemVersion | None:
    mine = PostmortemVersion.section_pk == section.pk
    found: PostmortemVersion | None = await session.scalar(
        sa.select(PostmortemVersion).where(mine, PostmortemVersion.revision == revision)
    )
    return found


async def _version_with(session: Session, section: PostmortemSection, revision: int) -> PostmortemVersion | None:
    """The version that a save of this revision went into: others may have gone on with it. None before the first."""
    mine = sa.select(PostmortemVersion).where(PostmortemVersion.section_pk == section.pk)
    since = mine.where(PostmortemVersion.revision >= revision).order_by(PostmortemVersion.revision)
    found: PostmortemVersion | None = await session.scalar(since.limit(1))
    return found if revision > 0 else None
