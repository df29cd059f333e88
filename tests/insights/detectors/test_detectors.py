"""All detectors are found, say their rule, and agree on order."""

from memoryops.insights.detectors import DETECTORS
from memoryops.insights.findings import detect, finding
from memoryops.insights.found import FindingKind
from memoryops.insights.period import Period
from tests.insights.histories import NOW, PERIOD, ago, alert, history, incident


def test_there_is_a_detector_for_every_kind_and_each_says_its_rule() -> None:
    assert set(DETECTORS) == set(FindingKind)
    assert all(len(detector.rule) > 100 for detector in DETECTORS.values())


def test_nothing_is_found_in_nothing() -> None:
    assert detect(history()) == []


def test_the_weightiest_comes_first() -> None:
    repeated = [incident(n, ago(days=30 - n % 100), fingerprint="v1:a") for n in range(101, 103)]
    found = detect(history(*repeated, alerts=[alert(12), alert(200, pk=2)]))
    assert [one.weight.value for one in found] == sorted(
        (one.weight.value for one in found), key=["high", "medium", "low"].index
    )
    assert found[0].kind is FindingKind.always_noise


def test_a_finding_counts_its_samples_and_lists_its_rows() -> None:
    period = Period(NOW - PERIOD, NOW)
    repeated = [incident(n, ago(days=30 - 10 * (n % 2)), fingerprint="v1:a", sample=n == 102) for n in (102, 103)]
    told = history(*repeated)
    (found,) = [one for one in detect(told) if one.kind == "recurrence_after_fix"]
    shown = finding(found, "Payments time out", told.samples, period)
    assert (shown.incidents, shown.samples) == (2, 1)
    assert shown.incident_ids == ["INC-103", "INC-102"]
    assert shown.title == "payment-api: “Payments time out” came back after it was fixed"
    named_after_its_service = finding(found, "payment-api: Payments time out", told.samples, period)
    assert named_after_its_service.title == shown.title
    assert f"of=finding&finding={shown.id}" in shown.rows
    assert shown.compared_rows is None
