"""Columns: what is packed comes back, and days put together say what one reading of all of them says."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import compress, groupby

from hypothesis import given
from hypothesis import strategies as st

from memoryops.incidents.lifecycle import Outcome, Status
from memoryops.insights.facts import Facts, IncidentFact, Lesson, Novelty
from memoryops.insights.firing_sheets import (
    AlertCount,
    counted_alerts,
    firing_sheet,
    packed_firings,
    tallied,
    unpacked_firings,
)
from memoryops.insights.sheets import Sheet, between, joined, moment_of, narrowed, packed, sheet_of, unpacked
from memoryops.insights.summing import summary_of, summed
from memoryops.insights.traits import Evidence, Traits, code_of, traits_of
from tests.insights.histories import incident

FIRST = datetime(2026, 9, 1, tzinfo=UTC)
FLAGS = st.booleans()
INCIDENTS = st.lists(
    st.tuples(
        st.integers(0, 20 * 24),
        st.sampled_from(["api", "search", "bücher"]),
        st.sampled_from([None, "v1:a", "v1:b"]),
        st.sampled_from([None, *Outcome]),
        st.integers(1, 200),
        FLAGS,
    ),
    max_size=30,
)


def told(rows: list[tuple[int, str, str | None, Outcome | None, int, bool]]) -> list[IncidentFact]:
    """Incidents, oldest first: declared after so many hours, of a service, an error, with an outcome after so long."""
    return [
        incident(
            101 + place,
            FIRST + timedelta(hours=after),
            hours=None if outcome is None else hours,
            service=service,
            fingerprint=error,
            outcome=outcome,
            status=Status.investigating if outcome is None else Status.resolved,
            sample=sample,
        )
        for place, (after, service, error, outcome, hours, sample) in enumerate(sorted(rows, key=lambda row: row[0]))
    ]


def day_by_day(incidents: list[IncidentFact]) -> list[Sheet]:
    """A sheet for each day, made of what was known before it."""
    sheets = []
    for _, some in groupby(incidents, key=lambda one: one.declared_at.date()):
        day = list(some)
        before = [one for one in incidents if one.declared_at.date() < day[0].declared_at.date()]
        sheets.append(sheet_of(Facts(incidents=day, earlier=last_occurrences(before))))
    return sheets


def last_occurrences(incidents: list[IncidentFact]) -> dict[str, IncidentFact]:
    """By error, the last that was no false alarm, else the last."""
    found: dict[str, IncidentFact] = {}
    for one in incidents:
        kept = found.get(one.fingerprint or "")
        if one.fingerprint and (one.outcome is not Outcome.false_alarm or kept is None or is_false(kept)):
            found[one.fingerprint] = one
    return found


def is_false(one: IncidentFact) -> bool:
    return one.outcome is Outcome.false_alarm


def rows_of(sheet: Sheet) -> list[tuple[object, ...]]:
    """The columns row by row, with names in place of places."""
    columns = sheet.columns
    service = [sheet.services[place] for place in columns.service]
    error = [sheet.errors[place] for place in columns.error]
    others = [column for name, column in columns._asdict().items() if name not in ("service", "error")]
    return list(zip(columns.number, service, error, *others, strict=True))


@given(INCIDENTS)
def test_days_kept_apart_and_put_together_are_one_reading_of_all(
    rows: list[tuple[int, str, str | None, Outcome | None, int, bool]],
) -> None:
    incidents = told(rows)
    kept = [packed(sheet) for sheet in day_by_day(incidents)]
    assert rows_of(joined(map(unpacked, kept))) == rows_of(sheet_of(Facts(incidents=incidents)))


@given(INCIDENTS)
def test_narrowed_to_services_are_exactly_their_incidents(
    rows: list[tuple[int, str, str | None, Outcome | None, int, bool]],
) -> None:
    sheet = sheet_of(Facts(incidents=told(rows)))
    assert rows_of(narrowed(sheet, ["api", "bücher"])) == [row for row in rows_of(sheet) if row[1] != "search"]
    assert narrowed(sheet, []) is sheet


@given(INCIDENTS)
def test_what_is_told_of_days_adds_up_to_what_is_told_of_them_together(
    rows: list[tuple[int, str, str | None, Outcome | None, int, bool]],
) -> None:
    days = day_by_day(told(rows))
    whole = sheet_of(Facts(incidents=told(rows)))
    assert summed([summary_of(day) for day in days]) == summary_of(whole)
    assert joined(days).codes == Counter(whole.columns.code)


@given(INCIDENTS, st.integers(0, 20 * 24), st.integers(0, 20 * 24))
def test_between_two_moments_are_those_declared_from_the_first_to_before_the_second(
    rows: list[tuple[int, str, str | None, Outcome | None, int, bool]], first: int, second: int
) -> None:
    sheet, (start, end) = sheet_of(Facts(incidents=told(rows))), (FIRST + timedelta(hours=h) for h in (first, second))
    inside = [start <= moment_of(declared) < end for declared in sheet.columns.declared]
    assert rows_of(between(sheet, start, end)) == list(compress(rows_of(sheet), inside))


@given(
    st.builds(
        Traits, *[FLAGS] * 7, st.sampled_from(list(Novelty)), st.sampled_from(list(Lesson)), st.sampled_from(Evidence)
    )
)
def test_traits_come_back_from_their_code(traits: Traits) -> None:
    assert traits_of(code_of(traits)) == traits


FIRINGS = st.lists(
    st.tuples(st.integers(1, 4), st.sampled_from([None, "api"]), FLAGS, FLAGS, st.integers(1, 3)), max_size=12
)


@given(st.lists(FIRINGS, max_size=4))
def test_firings_kept_by_the_day_sum_up_by_alert_and_service(
    days: list[list[tuple[int, str | None, bool, bool, int]]],
) -> None:
    counted = counted_alerts(tallied([unpacked_firings(packed_firings(firing_sheet(day)))]) for day in days)
    expected: dict[tuple[int, str | None], AlertCount] = {}
    for pk, service, noticed, joined_, count in (row for day in days for row in day):
        so_far = expected.get((pk, service), AlertCount(pk, service, 0, 0, 0, 0))
        expected[pk, service] = AlertCount(
            pk,
            service,
            so_far.fired + count,
            so_far.acknowledged + count * noticed,
            so_far.attached + count * joined_,
            so_far.acted_on + count * (noticed or joined_),
        )
    assert {(one.pk, one.service): one for one in counted} == expected
