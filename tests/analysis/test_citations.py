"""The rules for what may be cited, named and linked to, one by one."""

from dataclasses import replace

import pytest

from memoryops.analysis.citations import Violation, ViolationKind, check
from memoryops.analysis.mentions import incident_mentions
from memoryops.analysis.report import Citation, parse_answer
from memoryops.analysis.snapshot import Snapshot
from tests.analysis.attacks import LINKS, LOOSE, SPELT_OUT, TICKETS
from tests.analysis.disguises import SPELLINGS
from tests.analysis.worlds import HONEST, KNOWN, NOTHING_KNOWN, POOL, REPEAT, citing, saying


def violations(content: str, snapshot: Snapshot = KNOWN) -> list[tuple[str, str]]:
    """The kinds and places of what is wrong with the answer."""
    return [(v.kind, v.where) for v in check(parse_answer(content), snapshot).violations]


def test_a_quote_of_the_evidence_is_a_citation_with_the_records_title() -> None:
    verdict = check(parse_answer(citing("INC-101", "raised the pool 20 → 100")), KNOWN)
    assert verdict.violations == ()
    assert verdict.citations == (Citation(incident_id="INC-101", title=POOL.title, quote="Raised the pool 20 -> 100"),)


@pytest.mark.parametrize("incident_id", ["inc-101", "INC‑101", " INC-101 ", "ＩＮＣ-101", "INC-\u200b101"])
def test_another_spelling_of_an_id_is_shown_in_the_records(incident_id: str) -> None:
    verdict = check(parse_answer(citing(incident_id, "Raised the pool 20 -> 100")), KNOWN)
    assert [citation.incident_id for citation in verdict.citations] == ["INC-101"]


@pytest.mark.parametrize(
    "incident_id", ["INC-999", "INC-117", "INC-090", "INC-042", "INC-098", "INC-1011", "101", "ІNC-101"]
)
def test_only_evidence_may_be_cited(incident_id: str) -> None:
    assert violations(citing(incident_id, "Raised the pool 20 -> 100")) == [
        ("unknown_evidence", "supporting_historical_incidents.0")
    ]


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        ("Raised the pool 20 -> 200", "quote_not_found"),
        ("Renewed the certificate by hand", "quote_not_found"),
        ("Checkout fails for one in three customers", "quote_not_found"),
        ("the pool", "quote_too_short"),
    ],
)
def test_a_quote_stands_in_the_evidence_that_it_is_cited_for(quote: str, kind: str) -> None:
    assert violations(citing("INC-101", quote)) == [(kind, "supporting_historical_incidents.0")]


@pytest.mark.parametrize("field", ["probable_root_cause", "recommended_action", "reasoning"])
def test_every_prose_is_searched_for_ids(field: str) -> None:
    assert violations(saying(**{field: "As in INC-999."})) == [("unknown_incident", field)]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_an_id_is_seen_in_every_spelling(spelling: str) -> None:
    assert ("unknown_incident", "reasoning") in violations(saying(reasoning=f"See {spelling.format(n='999')} for it"))


@pytest.mark.parametrize(
    "words", ["with id", "with the number", "called", "ticket", "labelled as", "with the reference"]
)
def test_an_incident_that_is_called_by_a_number_is_named(words: str) -> None:
    assert violations(saying(reasoning=f"See the incident {words} 999.")) != []


@pytest.mark.parametrize("loose", LOOSE)
@pytest.mark.parametrize("number", ["102", "104", "120"])
def test_a_number_that_nothing_makes_a_measure_is_an_id(loose: str, number: str) -> None:
    kinds = {kind for kind, _ in violations(saying(reasoning=f"{loose.format(number)} was alike."))}
    assert kinds == {"uncited_incident" if number == "104" else "unknown_incident"}


@pytest.mark.parametrize("spelt", SPELT_OUT)
def test_an_id_in_words_is_an_id(spelt: str) -> None:
    assert violations(saying(reasoning=f"It is like {spelt}, again.")) != []


@pytest.mark.parametrize("number", ["101", "117", "one hundred and one", "one seventeen", "one oh one"])
def test_a_loose_number_of_what_was_cited_may_be_named(number: str) -> None:
    assert violations(saying(reasoning=f"It is the same as {number}.")) == []


@pytest.mark.parametrize("text", ["The 312 incident", "the 312nd incident"])
def test_a_measure_that_was_given_makes_no_incident(text: str) -> None:
    assert violations(saying(reasoning=text)) == [("unknown_incident", "reasoning")]


@pytest.mark.parametrize("ticket", [ticket for ticket in TICKETS if ticket.islower()])
def test_a_key_in_small_letters_is_a_ticket(ticket: str) -> None:
    assert ("foreign_ticket", "reasoning") in violations(saying(reasoning=f"See {ticket}."))


@pytest.mark.parametrize("link", LINKS)
def test_every_way_out_that_was_not_given_is_refused(link: str) -> None:
    assert violations(saying(reasoning=f"Then {link} now")) != []


def test_a_host_of_a_given_link_may_be_named_alone() -> None:
    assert violations(saying(reasoning="Look at grafana.acme.test first.")) == []


def test_an_address_that_was_given_may_be_repeated_with_and_without_its_port() -> None:
    snapshot = replace(KNOWN, incident=replace(KNOWN.incident, error="connect 10.0.0.5:5432 failed"))
    assert violations(saying(reasoning="Ping 10.0.0.5, then 10.0.0.5:5432."), snapshot) == []
    assert ("foreign_link", "reasoning") in violations(saying(reasoning="Ping 10.0.0.6."), snapshot)


def test_evidence_that_is_named_must_be_cited() -> None:
    assert violations(saying(reasoning="INC-104 was alike.")) == [("uncited_incident", "reasoning")]


@pytest.mark.parametrize("number", ["090", "042", "098"])
def test_an_id_from_the_incident_a_memory_or_the_record_is_no_evidence(number: str) -> None:
    assert violations(saying(reasoning=f"INC-{number} was alike.")) == [("unknown_incident", "reasoning")]


def test_the_incident_itself_may_be_named() -> None:
    assert violations(saying(reasoning="INC-117, incident #117, INC‑117.")) == []


def test_another_id_may_stand_inside_a_verbatim_quotation_of_cited_evidence() -> None:
    assert violations(saying(reasoning="INC-101 says “as first seen in INC-042”.")) == []
    assert violations(citing("INC-101", "as first seen in INC-042")) == []


@pytest.mark.parametrize(
    "reasoning",
    [
        "It was as first seen in INC-042.",
        "INC-101 says “as last seen in INC-042”.",
        "INC-101 says “INC-042”.",
        "INC-101 says “as first seen in INC-042” and INC-042.",
        "INC-101 says “as first seen in ”INC-042.",
    ],
)
def test_another_id_outside_a_verbatim_quotation_is_refused(reasoning: str) -> None:
    assert violations(saying(reasoning=reasoning)) == [("unknown_incident", "reasoning")]


def test_a_list_of_ids_is_read_to_its_end() -> None:
    found = {mention.number for mention in incident_mentions("INC-101, 102 and 103; incidents 204/205")}
    assert found == {"101", "102", "103", "204", "205"}


@pytest.mark.parametrize("memory_status", ["empty", "unavailable"])
def test_without_memory_nothing_may_be_cited_or_named(memory_status: str) -> None:
    snapshot = replace(NOTHING_KNOWN, memory_status=memory_status)
    kinds = {kind for kind, _ in violations(saying(), snapshot)}
    assert kinds == {"unknown_evidence", "unknown_incident"}


@pytest.mark.parametrize("text", ["OPS-1234", "ops-1234", "OPS‑2210", "https://wiki.acme.test/runbooks/db-pool."])
def test_tickets_and_links_that_were_given_may_be_repeated(text: str) -> None:
    assert violations(saying(reasoning=f"See {text}")) == []


@pytest.mark.parametrize(
    "ticket", ["OPS-1235", "OPS-123", "CVE-2021-44228", "GHSA-jfh8-c2jp-5v3q", "#4711", "ticket 4711"]
)
def test_a_ticket_that_was_not_given_is_refused(ticket: str) -> None:
    assert violations(saying(reasoning=f"See {ticket}.")) == [("foreign_ticket", "reasoning")]


@pytest.mark.parametrize(
    "link",
    [
        "https://wiki.acme.test/runbooks",
        "https://wiki.acme.test/runbooks/db-pool/2",
        "http://x.test",
        "evil.com",
        "evil[.]com/a",
        "www.a.test",
    ],
)
def test_a_link_that_was_not_given_is_refused(link: str) -> None:
    assert ("foreign_link", "reasoning") in violations(saying(reasoning=f"See {link} now"))


@pytest.mark.parametrize("text", ["\u202e999-CNI", "&#x202e;999-CNI", "&" + "amp;" * 9 + "#73;NC-999"])
def test_text_that_shows_otherwise_than_it_stands_is_refused(text: str) -> None:
    assert ("hidden_text", "reasoning") in violations(saying(reasoning=f"See {text}"))


def test_a_violation_names_the_offending_text() -> None:
    verdict = check(parse_answer(saying(reasoning="See INC-999.")), KNOWN)
    assert verdict.violations == (Violation(ViolationKind.unknown_incident, "inc-999", "reasoning"),)


def test_what_the_record_knows_may_be_named_only_by_who_was_told() -> None:
    answer = parse_answer(saying(reasoning="INC-098 was the last; it says “Restarted after the change in INC-097.”"))
    assert check(answer, KNOWN, record=REPEAT).violations == ()
    assert len(check(answer, KNOWN).violations) == 2


def test_what_the_record_knows_may_not_be_cited_even_so() -> None:
    answer = parse_answer(citing("INC-098", "The pool was too small."))
    assert [v.kind for v in check(answer, KNOWN, record=REPEAT).violations] == ["unknown_evidence"]


def test_the_honest_answer_keeps_every_rule() -> None:
    assert violations(saying(**HONEST)) == []
