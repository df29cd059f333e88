"""The ledger against a bank, case by case: what differs, and what is only under way."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from memoryops.memory.audit import DifferenceKind, Entry, Findings, compare, seen_twice
from memoryops.memory.port import HeldDocument
from memoryops.memory.states import DocumentState
from tests.harness import START

S = DocumentState
K = DifferenceKind

TAGS = ("workspace:default", "incident:INC-101", "service:payment-api")
ENTRY = Entry(
    pk=1,
    workspace_id="default",
    document_id="INC-101",
    updated_at=START,
    state=S.ready,
    belongs=True,
    will_be_tried=False,
    revision=3,
    content_hash="sha256:new",
    tags=TAGS,
    text_length=2000,
    text_digest="a" * 64,
    retained_revision=3,
)
METADATA = {"incident_id": "INC-101", "revision": "3", "content_hash": "sha256:new", "sample": "false"}
HELD = HeldDocument("INC-101", TAGS, METADATA, 3)
OLDER = replace(HELD, metadata={**METADATA, "revision": "2", "content_hash": "sha256:old"})
NEWER = replace(HELD, metadata={**METADATA, "revision": "4"})
OTHER_TEXT = replace(HELD, metadata={**METADATA, "content_hash": "sha256:other"})
NOTHING_SAID = replace(HELD, metadata={})
WRITTEN_OVER = replace(HELD, text_digest="b" * 64, text_length=2000)
LONGER = replace(HELD, text_length=2001)
HALF = replace(HELD, pieces=1)
RETAGGED = replace(HELD, tags=(*TAGS[:2], "service:other"))
SHUFFLED = replace(HELD, tags=TAGS[::-1])
ANOTHERS = replace(HELD, metadata={**METADATA, "incident_id": "INC-102"})

SAID = [
    replace(HELD, text_digest="a" * 64, text_length=2000),
    replace(HELD, text_digest="a" * 64),
    replace(HELD, text_length=2000),
]
"""What a server says of the very same text: all, or some of it."""

SETTLED = {S.ready: {}, S.retained: {}, S.failed: {"will_be_tried": False}}
UNDER_WAY: dict[S, dict[str, Any]] = {S.queued: {}, S.retaining: {}, S.failed: {"will_be_tried": True}}


def entry(**given: Any) -> Entry:
    return replace(ENTRY, **given)


def kinds(findings: Findings) -> list[tuple[str, K]]:
    return [(one.document_id, one.kind) for one in findings.differences]


@pytest.mark.parametrize("state", SETTLED)
@pytest.mark.parametrize(
    ("held", "kind"),
    [
        (None, K.missing),
        (OLDER, K.stale),
        (NEWER, K.stale),
        (OTHER_TEXT, K.stale),
        (WRITTEN_OVER, K.stale),
        (LONGER, K.stale),
        (NOTHING_SAID, K.stale),
        (HALF, K.stale),
        (ANOTHERS, K.stale),
        (RETAGGED, K.wrong_tags),
        (replace(OLDER, tags=()), K.stale),
    ],
)
def test_what_should_be_held_and_is_not_held_so_differs(state: S, held: HeldDocument | None, kind: K) -> None:
    findings = compare([entry(state=state, **SETTLED[state])], [held] if held else [])
    assert kinds(findings) == [("INC-101", kind)]
    assert findings.pending == 0


@pytest.mark.parametrize(("state", "held"), list(product(SETTLED, [HELD, SHUFFLED, *SAID])))
def test_what_is_held_as_it_should_be_is_clean(state: S, held: HeldDocument) -> None:
    findings = compare([entry(state=state)], [held])
    assert findings == Findings(expected=1, held=1, pending=0, differences=())
    assert findings.is_clean


@pytest.mark.parametrize(("state", "held"), list(product(UNDER_WAY, [None, OLDER, HELD, OTHER_TEXT, HALF, RETAGGED])))
def test_what_work_under_way_accounts_for_is_pending(state: S, held: HeldDocument | None) -> None:
    findings = compare([entry(state=state, **UNDER_WAY[state])], [held] if held else [])
    assert findings.is_clean
    assert findings.pending == 1


@pytest.mark.parametrize(("state", "held"), list(product(UNDER_WAY, [NEWER, ANOTHERS, NOTHING_SAID])))
def test_what_work_under_way_does_not_account_for_differs_all_the_same(state: S, held: HeldDocument) -> None:
    findings = compare([entry(state=state, **UNDER_WAY[state])], [held])
    assert kinds(findings) == [("INC-101", K.stale)]
    assert findings.pending == 1


@pytest.mark.parametrize(
    ("given", "pending"),
    [
        ({"state": S.withdrawn}, 0),
        ({"state": S.failed}, 0),
        ({"state": S.failed, "will_be_tried": True}, 1),
        ({"state": S.withdrawing}, 1),
        ({"state": S.retaining}, 1),
        ({"state": S.retained}, 1),
        ({"state": S.ready}, 0),
    ],
)
@pytest.mark.parametrize("held", [HELD, OLDER, ANOTHERS])
def test_what_should_not_be_held_is_extra_unless_it_is_being_withdrawn(
    given: dict[str, Any], pending: int, held: HeldDocument
) -> None:
    findings = compare([entry(belongs=False, **given)], [held])
    assert kinds(findings) == ([] if pending else [("INC-101", K.extra)])
    assert (findings.expected, findings.held, findings.pending) == (0, 1, pending)


def test_what_should_not_be_held_and_is_not_is_clean() -> None:
    assert compare([entry(belongs=False, state=S.withdrawn)], []).is_clean


@pytest.mark.parametrize(
    ("stray", "own", "kind", "claims"),
    [
        (HeldDocument("copy", TAGS, METADATA, 3), HELD, K.duplicate, "INC-101"),
        (HeldDocument("copy", TAGS, {}, 3), HELD, K.duplicate, "INC-101"),
        (HeldDocument("copy", TAGS, METADATA, 3), None, K.extra, "INC-101"),
        (HeldDocument("copy", ("incident:INC-101",), METADATA, 3), HELD, K.extra, None),
        (HeldDocument("copy", ("workspace:other", *TAGS[1:]), METADATA, 3), HELD, K.extra, None),
        (HeldDocument("INC-7", ("workspace:default", "incident:INC-7"), {}, 1), HELD, K.extra, None),
        (HeldDocument("notes", (), {}, 1), HELD, K.extra, None),
    ],
)
def test_a_document_beside_the_ledger_is_ours_only_where_it_says_so(
    stray: HeldDocument, own: HeldDocument | None, kind: K, claims: str | None
) -> None:
    findings = compare([ENTRY], [stray, *([own] if own else [])])
    found = next(one for one in findings.differences if one.document_id == stray.document_id)
    assert (found.kind, found.claims, found.entry) == (kind, claims, None)


def test_an_entry_that_changed_while_memory_was_asked_is_pending_whatever_is_held() -> None:
    later = entry(state=S.withdrawn, belongs=False, updated_at=START.replace(minute=1))
    new = entry(pk=2, document_id="INC-102")
    findings = compare(seen_twice([ENTRY], [later, new]), [HELD])
    assert findings.is_clean
    assert findings.pending == 2
    assert not compare(seen_twice([ENTRY], [ENTRY]), []).is_clean


@pytest.mark.parametrize(("said", "known"), [("3", 3), ("-1", None), ("٣", None), ("9" * 40, None), ("", None)])
def test_a_revision_is_read_only_where_it_is_one(said: str, known: int | None) -> None:
    held = replace(HELD, metadata={**METADATA, "revision": said, "content_hash": "sha256:other"})
    assert compare([ENTRY], [held]).differences[0].held_revision == known


def test_a_difference_says_in_words_what_it_is() -> None:
    assert compare([ENTRY], [OLDER]).differences[0].detail == "Memory holds revision 2, wanted is 3."
    said = compare([ENTRY], [WRITTEN_OVER]).differences[0].detail
    assert said == "Memory holds another text of revision 3."
    stray = HeldDocument("INC-7", ("workspace:default", "incident:INC-7"), {}, 1)
    assert "removes it there by its id" in compare([], [stray]).differences[0].detail
    said = compare([ENTRY], [RETAGGED]).differences[0].detail
    assert said == "Its tags differ: missing service; too many service."
    untagged = compare([ENTRY], [replace(HELD, tags=())]).differences[0].detail
    assert untagged == "Its tags differ: missing incident, service, workspace."
