"""What is written for one incident is understood, and found, by a reader who has only a piece of it."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memoryops.memory.documents import (
    PIECE_LIMIT,
    Learning,
    WrittenDocument,
    filter_tag,
    split_text,
    write_document,
)

BEGAN = datetime(2026, 11, 28, 17, 42, tzinfo=UTC)
LEARNING = Learning(
    workspace_id="default",
    incident_id="INC-117",
    revision=2,
    title="Charges fail with 504",
    service="payment-api",
    severity="sev1",
    environment="production",
    version="2026.11.4",
    error="Database connection timeout",
    symptoms="A third of the charges hang for 30 s. Postgres looks bored.",
    started_at=BEGAN,
    resolved_at=BEGAN + timedelta(minutes=104),
    root_cause="The decline path leaked its session until the pool was empty.",
    resolution="Raised the pool and closed the session on every path.",
    ineffective_actions="Restarting pods helped for minutes only.",
    postmortem="## What to watch for\n- [ ] Connections checked out without a request.\n> Pool graphs",
    outcome="fixed",
    resolved_by="Amara",
    sample=False,
)
NAMES = {"title": "Other title", "service": "search", "severity": "sev2", "environment": None, "version": "2"} | {
    "error": "Another error",
    "symptoms": "Other symptoms",
    "root_cause": "Another cause",
    "resolution": "Another resolution",
    "ineffective_actions": None,
    "postmortem": None,
    "outcome": "mitigated",
    "sample": True,
}
ODD = {
    "no spaces": "x" * 20_000,
    "right to left": "انقطع الاتصال بقاعدة البيانات ولم يستجب الخادم. " * 300,
    "emoji": "👩‍👩‍👧‍👦🔥" * 2_000,
    "table": "| a | b |\n|---|---|\n" + "| cell one | cell two, with words |\n" * 500,
    "chinese": "数据库连接超时，服务无法响应。" * 1_200,
    "blank lines": "First.\n\n\n\nSecond.\n\n" * 400,
    "html": "<script>alert(1)</script>" * 700,
    "json": '{"a": 1}\n{"b": 2}\n' * 900,
    "one word": "disk",
}


def pieces(written: WrittenDocument) -> list[str]:
    return written.document.text.split("\n\n")


def write(**given: object) -> WrittenDocument:
    return write_document(replace(LEARNING, **given))  # type: ignore[arg-type]


def test_every_piece_says_which_incident_it_is_about() -> None:
    assert len(pieces(write())) == 7
    assert all("Charges fail with 504" in piece for piece in pieces(write()))
    assert "INC-117" in pieces(write())[0]
    assert "payment-api" in pieces(write())[0]


@pytest.mark.parametrize(("minutes", "told"), [(0, "1 minute."), (1, "1 minute."), (2, "2 minutes.")])
def test_how_long_it_took_is_said_as_people_say_it(minutes: int, told: str) -> None:
    resolved_at = LEARNING.started_at + timedelta(minutes=minutes)
    assert f"was resolved after {told}" in write(resolved_at=resolved_at).document.text


def test_everything_that_was_learned_is_in_it() -> None:
    text = write().document.text
    for said in ("Charges fail with 504", "Database connection timeout", "Postgres looks bored", "decline path leaked"):
        assert said in text
    for said in ("Raised the pool", "Restarting pods", "Connections checked out", "production", "2026.11.4", "sev1"):
        assert said in text


@pytest.mark.parametrize(
    "field", ["symptoms", "root_cause", "resolution", "ineffective_actions", "error", "postmortem"]
)
@pytest.mark.parametrize("kind", ODD)
def test_no_text_breaks_the_pieces(field: str, kind: str) -> None:
    written = write(**{field: ODD[kind]})
    assert all(len(piece) <= PIECE_LIMIT for piece in pieces(written))
    assert all("Charges fail with 504" in piece for piece in pieces(written))


@pytest.mark.parametrize("kind", ODD)
def test_a_long_text_is_cut_and_not_shortened(kind: str) -> None:
    joined = re.sub(r"\s", "", "".join(split_text(ODD[kind], PIECE_LIMIT)))
    assert joined == re.sub(r"\s", "", ODD[kind])


def test_the_longest_names_leave_room_for_words() -> None:
    written = write(service="s" * 120, environment="e" * 120, version="v" * 120, title="t" * 200)
    assert all(len(piece) <= PIECE_LIMIT for piece in pieces(written))
    assert any("t" * 200 in piece for piece in pieces(written))


def test_what_is_not_known_leaves_no_hole() -> None:
    written = write(error=None, symptoms="  ", ineffective_actions="", postmortem=None, environment=None, version=None)
    assert len(pieces(written)) == 3
    assert "None" not in written.document.text


def test_the_same_learning_is_the_same_document() -> None:
    assert write() == write()


@pytest.mark.parametrize("field", NAMES)
def test_the_hash_changes_with_what_is_remembered(field: str) -> None:
    assert write(**{field: NAMES[field]}).content_hash != write().content_hash


@pytest.mark.parametrize("change", [{"revision": 9}, {"resolved_by": "Somebody else"}])
def test_the_hash_stays_where_nothing_remembered_changes(change: dict[str, object]) -> None:
    assert write(**change).content_hash == write().content_hash


def test_tags_and_metadata_say_whose_it_is() -> None:
    document = write(sample=True, service="Payment  API", environment="Production").document
    assert document.tags == (
        "workspace:default",
        "incident:INC-117",
        "service:payment api",
        "severity:sev1",
        "outcome:fixed",
        "environment:production",
        "sample:true",
    )
    assert document.metadata["incident_id"] == document.document_id == "INC-117"
    assert document.metadata["revision"] == "2"
    assert document.metadata["sample"] == "true"
    assert all(isinstance(value, str) for value in document.metadata.values())


def test_a_sample_says_so_in_its_first_words() -> None:
    assert write(sample=True).document.text.startswith("This is sample data.")
    assert "sample" not in write().document.text


def test_what_recovered_by_itself_is_never_told_as_a_fix() -> None:
    text = write(outcome="self_recovered").document.text
    assert "recovered by itself" in text
    assert "It was fixed by" not in text
    assert "mitigated" not in text


def test_a_mitigation_is_not_told_as_a_fix() -> None:
    assert "It was mitigated, not fixed" in write(outcome="mitigated").document.text


def test_markdown_markers_are_left_out_and_words_stay() -> None:
    text = write().document.text
    assert "##" not in text
    assert "[ ]" not in text
    assert "What to watch for" in text


KNOWN = "payment-api. Charges fail with 504. Database connection timeout"
LONG = (
    "A third of the charges hang for 30 s and then fail with a 504 while Postgres looks bored; the pool of each pod is "
    "full, and a restart helps for six minutes at the most before the queue of waiting requests is back."
)


@pytest.mark.parametrize(
    ("known", "probe"),
    [
        ({"symptoms": LONG}, LONG),
        ({}, f"{KNOWN}. A third of the charges hang for 30 s. Postgres looks bored."),
        ({"symptoms": None}, KNOWN),
        ({"symptoms": "🔥", "error": " ", "title": "Charges fail"}, "payment-api. Charges fail. 🔥"),
        ({"symptoms": "Charges " + "f" * 61 + " hang for thirty s"}, f"{KNOWN}. Charges hang for thirty s"),
        ({"symptoms": "数据库连接超时，服务无法响应。"}, f"{KNOWN}. 数据库连接超时，服务无法响应。"),
    ],
)
def test_the_probe_is_what_a_later_incident_would_look_like(known: dict[str, object], probe: str) -> None:
    assert write(**known).probe == probe


@pytest.mark.parametrize("title", ["e0", "🔥", "x" * 200])
def test_a_terse_incident_is_probed_with_its_own_first_piece(title: str) -> None:
    written = write(service="web", title=title, error=None, symptoms=None)
    assert written.probe.startswith("Incident INC-117, a sev1 incident of web in production, running version 2026.11.4")
    assert "x" * 61 not in written.probe


@pytest.mark.parametrize("kind", ODD)
def test_a_probe_is_never_longer_than_a_piece(kind: str) -> None:
    assert 0 < len(write(symptoms=ODD[kind]).probe) <= PIECE_LIMIT


@pytest.mark.parametrize(("spelled", "tag"), [("Payment API", "payment api"), ("  a \t b ", "a b"), ("İ", "i̇")])
def test_a_filter_finds_the_tag_that_the_writer_made(spelled: str, tag: str) -> None:
    assert filter_tag("service", spelled) == f"service:{tag}"


def test_sentences_are_not_cut_where_they_fit() -> None:
    parts = split_text("One sentence here. " * 60, 300)
    assert all(part.endswith(".") for part in parts)
    assert all(len(part) <= 300 for part in parts)
