"""Where alerts go: decided by rules, a pure function of what is open, with a reason for people."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryops.alerts.routing.deciding import (
    DECLARED_A_MINUTE,
    Action,
    AlertFacts,
    Decision,
    Declared,
    Match,
    OpenIncident,
    Routed,
    RuleFacts,
    Situation,
    decide,
    fits,
    group_key,
    matches,
    service_key,
)
from memoryops.alerts.routing.default_rules import DEFAULTS
from memoryops.incidents.lifecycle import Severity, Status

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
PAGES = RuleFacts(pk=1, name="Page", match=Match(), action=Action.declare)
JOINS = RuleFacts(pk=2, name="Join", match=Match(), action=Action.attach)


def alert(**fields: Any) -> AlertFacts:
    given: dict[str, Any] = {
        "source": "alertmanager",
        "service": "payment-api",
        "named": True,
        "severity": Severity.sev2,
        "environment": "prod",
        "labels": {"cluster": "eu-1"},
        **fields,
    }
    return AlertFacts(**given)


def opened(number: int = 7, *, minutes_ago: float = 5) -> OpenIncident:
    return OpenIncident(number, f"INC-{number}", NOW - timedelta(minutes=minutes_ago))


def situation(**fields: Any) -> Situation:
    return Situation(at=NOW, **fields)


def outcome(decision: Decision) -> tuple[Routed, str | None]:
    return decision.decision, decision.incident.id if decision.incident else None


@pytest.mark.parametrize(
    ("match", "is_matched"),
    [
        (Match(), True),
        (Match(sources=("grafana", "alertmanager")), True),
        (Match(sources=("grafana",)), False),
        (Match(services=("pay*",)), True),
        (Match(services=("PAYMENT-API",)), True),
        (Match(services=("search", "ledger-?")), False),
        (Match(severities=("sev1", "sev2")), True),
        (Match(severities=("unknown",)), False),
        (Match(labels={"cluster": "eu-*"}), True),
        (Match(labels={"cluster": "us-*"}), False),
        (Match(labels={"cluster": "eu-*", "team": "*"}), False),
        (Match(labels={"environment": "prod"}), True),
        (Match(sources=("alertmanager",), labels={"cluster": "us-*"}), False),
    ],
)
def test_a_rule_matches_what_it_names(match: Match, is_matched: bool) -> None:
    assert matches(match, alert()) is is_matched


def test_an_alert_without_a_known_severity_is_matched_as_unknown() -> None:
    assert matches(Match(severities=("unknown",)), alert(severity=None))


def test_a_glob_knows_stars_and_question_marks_and_nothing_else() -> None:
    assert fits("a*[1]?", "A-long-[1]x")
    assert not fits("[ab]", "a")
    assert not fits("*", None)


def test_a_glob_of_many_stars_is_quick() -> None:
    assert not fits("*a" * 60, "a" * 59 + "b" * 400)


def test_the_first_rule_that_matches_decides() -> None:
    quiet = RuleFacts(pk=3, name="Quiet", match=Match(labels={"cluster": "eu-*"}), action=Action.record)
    decision = decide([quiet, PAGES], alert(), situation())
    assert (decision.decision, decision.rule) == (Routed.recorded, "Quiet")
    assert decide([quiet, PAGES], alert(labels={}), situation()).decision is Routed.declared


def test_without_a_rule_that_matches_an_alert_is_recorded_and_says_so() -> None:
    decision = decide([], alert(), situation())
    assert (decision.decision, decision.rule) == (Routed.recorded, "no rule")
    assert decision.reason


def test_an_alert_that_is_part_of_an_open_incident_stays_with_it_whatever_the_rules_say() -> None:
    quiet = RuleFacts(pk=3, name="Quiet", match=Match(), action=Action.record)
    decision = decide([quiet], alert(), situation(same=opened(minutes_ago=900)))
    assert outcome(decision) == (Routed.attached, "INC-7")


def test_an_incident_takes_in_what_comes_within_the_window() -> None:
    key = group_key(PAGES, alert())
    for minutes, expected in ((30, Routed.attached), (30.1, Routed.declared)):
        decision = decide([PAGES], alert(), situation(groups={key: opened(minutes_ago=minutes)}))
        assert decision.decision is expected


def test_an_incident_that_a_person_declared_for_the_service_takes_alerts_in() -> None:
    assert outcome(decide([PAGES], alert(), situation(services={"payment-api": opened()}))) == (
        Routed.attached,
        "INC-7",
    )
    assert decide([PAGES], alert(service="search"), situation(services={"payment-api": opened()})).incident is None


def test_a_rule_that_groups_by_labels_keeps_other_values_apart() -> None:
    rule = replace(PAGES, group_labels=("cluster",))
    there = situation(groups={group_key(rule, alert()): opened()}, services={"payment-api": opened()})
    assert outcome(decide([rule], alert(), there)) == (Routed.attached, "INC-7")
    assert decide([rule], alert(labels={"cluster": "us-1"}), there).decision is Routed.declared


def test_a_rule_that_attaches_records_where_nothing_is_open() -> None:
    decision = decide([JOINS], alert(), situation())
    assert decision.decision is Routed.recorded
    assert "payment-api" in decision.reason
    assert outcome(decide([JOINS], alert(), situation(services={"payment-api": opened()}))) == (
        Routed.attached,
        "INC-7",
    )


def test_an_incident_is_declared_as_the_rule_says() -> None:
    at_once = replace(PAGES, declare_as=Status.investigating, severity=Severity.sev1)
    decision = decide([at_once], alert(severity=None), situation())
    assert (decision.declare_as, decision.severity) == (Status.investigating, Severity.sev1)
    assert decide([at_once], alert(), situation()).severity is Severity.sev2


def test_beyond_the_limit_alerts_join_the_newest_incident_of_their_rule() -> None:
    declared = [Declared(2, opened(9)), Declared(1, opened(8)), Declared(1, opened(7))]
    there = situation(declared=declared, declared_since={1: 5, 2: 1})
    decision = decide([PAGES], alert(), there)
    assert outcome(decision) == (Routed.attached, "INC-8")
    assert "5 incidents a minute at most" in decision.reason
    old = situation(groups={group_key(PAGES, alert()): opened(3, minutes_ago=99)}, declared_since={1: 5})
    assert outcome(decide([PAGES], alert(), old)) == (Routed.attached, "INC-3")


def test_a_limit_of_one_and_a_window_of_one_minute_are_said_of_one() -> None:
    narrow = replace(PAGES, limit_per_minute=1, window=timedelta(minutes=1))
    full = decide([narrow], alert(), situation(declared=[Declared(1, opened(8))], declared_since={1: 1}))
    assert full.reason.startswith("This rule declares 1 incident a minute at most")
    grouped = situation(groups={group_key(narrow, alert()): opened(3, minutes_ago=0)})
    assert decide([narrow], alert(), grouped).reason.endswith("was active within 1 minute.")


def test_what_an_incident_of_others_took_in_beyond_the_limit_is_provisional_and_stays_there_no_longer() -> None:
    full = situation(declared=[Declared(1, opened(8))], declared_since={1: 5})
    decision = decide([PAGES], alert(), full)
    assert (decision.provisional, decision.group_key) == (True, None)
    assert "its next message has it routed anew" in decision.reason, decision.reason
    assert "and so has the end of that incident" in decision.reason, decision.reason
    there = replace(full, declared=[Declared(1, opened(9)), Declared(1, opened(8))], provisional=opened(8))
    assert outcome(decide([PAGES], alert(), there)) == (Routed.attached, "INC-8")
    assert decide([PAGES], alert(), situation(provisional=opened(8))).decision is Routed.declared
    own = replace(there, groups={group_key(PAGES, alert()): opened(3, minutes_ago=99)})
    decision = decide([PAGES], alert(), own)
    assert (outcome(decision), decision.provisional) == ((Routed.attached, "INC-3"), False)


def test_services_are_one_however_they_are_written() -> None:
    written = alert(service=" Payment-API")
    there = situation(services={service_key("payment-api"): opened()})
    assert outcome(decide([PAGES], written, there)) == (Routed.attached, "INC-7")
    assert group_key(PAGES, written) == group_key(PAGES, alert())
    assert matches(Match(services=("payment-*",)), written)


def test_beyond_the_limit_with_nothing_open_an_alert_is_recorded_with_the_reason() -> None:
    decision = decide([PAGES], alert(), situation(declared_since={1: 5}))
    assert decision.decision is Routed.recorded
    assert "none is open" in decision.reason


def test_all_rules_together_have_a_limit() -> None:
    there = situation(declared_since={8: DECLARED_A_MINUTE - 1, 9: 1}, declared=[Declared(9, opened(4))])
    assert outcome(decide([PAGES], alert(), there)) == (Routed.attached, "INC-4")


@pytest.mark.parametrize(
    ("severity", "open_there", "expected"),
    [
        (Severity.sev1, False, Routed.declared),
        (Severity.sev2, True, Routed.attached),
        (None, False, Routed.declared),
        (Severity.sev3, False, Routed.recorded),
        (Severity.sev4, True, Routed.attached),
    ],
)
def test_a_fresh_server_declares_for_severe_and_unknown_alerts_in_triage_and_lets_minor_ones_join(
    severity: Severity | None, open_there: bool, expected: Routed
) -> None:
    services = {"payment-api": opened()} if open_there else {}
    decision = decide(DEFAULTS, alert(severity=severity), situation(services=services))
    assert decision.decision is expected
    if expected is Routed.declared:
        assert decision.declare_as is Status.triage
