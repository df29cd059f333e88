"""Times as the world writes them: each is read to the microsecond, or kept as it stood; nothing raises."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memoryops.alerts.reading.times import Moment, read_moment, read_time

EIGHT = datetime(2027, 5, 9, 8, 15, 29, tzinfo=UTC)
JSON_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=60)


@pytest.mark.parametrize(
    "given",
    [
        "2027-05-09T08:15:29Z",
        "2027-05-09t08:15:29z",
        "2027-05-09 08:15:29+00:00",
        "2027-05-09T10:15:29+0200",
        "2027-05-09T16:15:29+08",
        "2027-05-09T04:15:29-04:00",
        "2027-05-09T09:15:29+01.00",
        "2027-05-09T13:45:29+05:30",
        "2027/05/09 08:15:29 GMT",
        "2027-05-09 08:15:29 +0000 UTC",
        "2027-05-09 16:15:29 +0800 CST",
        "2027-05-09 08:15:29.000000000 +0000 UTC m=+8560.285724134",
        "2027-05-09T08:15:29Z[UTC]",
        "20270509T081529Z",
        "Sun, 09 May 2027 08:15:29 GMT",
        "Sun, 9 May 2027 04:15:29 EDT",
        "Sunday, 09-May-2027 08:15:29 GMT",
        "Sun May  9 08:15:29 UTC 2027",
        "Sun May  9 15:15:29 +07 2027",
        "Sun May  9 13:45:29 +05 30 2027",
        1809850529,
        "1809850529",
        "1809850529.000",
        1809850529000,
        "1809850529000",
        1809850529000000,
        1809850529000000000,
        "1809850529000000000",
        1809850529.0,
        Decimal("1809850529"),
    ],
)
def test_the_same_second_is_read_from_every_way_of_writing_it(given: object) -> None:
    assert read_moment(given, "starts_at") == Moment(EIGHT)


@pytest.mark.parametrize(
    ("given", "micros"),
    [
        ("2027-05-09T08:15:29.7Z", 700_000),
        ("2027-05-09T08:15:29.781Z", 781_000),
        ("2027-05-09T08:15:29.7812345+00:00", 781_234),
        ("2027-05-09T08:15:29.999999999Z", 999_999),
        ("2027-05-09 08:15:29,781", 781_000),
        (1809850529.873, 873_000),
        (1809850529873, 873_000),
        (1809850529000000999, 0),
        (1809850529999999999, 999_999),
        ("1809850529.1234567", 123_456),
    ],
)
def test_fractions_are_cut_to_microseconds_and_pass_through_no_float(given: object, micros: int) -> None:
    assert read_time(given) == EIGHT.replace(microsecond=micros)


@pytest.mark.parametrize(
    "given",
    [
        None,
        "",
        "  ",
        0,
        0.0,
        "0",
        "0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00+08:00",
        "0001-01-01 00:00:00 +0000 UTC",
        "1970-01-01T00:00:00Z",
        "null",
    ],
)
def test_a_time_that_was_not_given_is_none_and_no_note(given: object) -> None:
    assert read_moment(given, "ends_at") == Moment(None, None)


@pytest.mark.parametrize("given", ["2027-05-09 08:15:29", "2027.05.09 08:15:29"])
def test_a_time_without_a_zone_is_utc_and_says_so(given: str) -> None:
    assert read_moment(given, "starts_at") == Moment(EIGHT, "starts_at has no zone and is read as UTC")


def test_the_end_of_a_day_and_a_leap_second_are_the_next_moment() -> None:
    assert read_time("2027-05-09T24:00:00Z") == datetime(2027, 5, 10, tzinfo=UTC)
    assert read_time("2027-12-31T23:59:60Z") == datetime(2028, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("given", "stood"),
    [
        ("soon", "'soon'"),
        ("{{ .StartsAt }}", "'{{ .StartsAt }}'"),
        ("2027-02-30T00:00:00Z", "'2027-02-30T00:00:00Z'"),
        ("2027-05-09T24:01:00Z", "'2027-05-09T24:01:00Z'"),
        ("2027-05-09T08:15:29+99:00", "'2027-05-09T08:15:29+99:00'"),
        ("2027-05-09T08:15:29 IST", "'2027-05-09T08:15:29 IST'"),
        ("9999-12-31T23:59:59-01:00", "'9999-12-31T23:59:59-01:00'"),
        ("10000-01-01T00:00:00Z", "'10000-01-01T00:00:00Z'"),
        ("05/09/2027 08:15", "'05/09/2027 08:15'"),
        (True, "'True'"),
        (42, "'42'"),
        (-1809850529, "'-1809850529'"),
        (float("nan"), "'nan'"),
        (float("inf"), "'inf'"),
        pytest.param(10**5_000, "a number of over 300 digits", id="5001 digits"),
        ({"at": 1}, "an object"),
        ([1809850529], "a list"),
    ],
)
def test_what_cannot_be_read_is_told_as_it_stood(given: object, stood: str) -> None:
    assert read_moment(given, "starts_at") == Moment(None, f"starts_at could not be read: {stood}")


def test_a_note_holds_no_more_than_eighty_characters_of_what_stood_there_in_one_line() -> None:
    note = read_moment("so\n\x00on" * 100_000, "starts_at").note
    assert note is not None
    assert len(note) == len("starts_at could not be read: ''") + 80
    assert note.isprintable()


@given(JSON_SCALARS | st.integers(10**7, 10**21) | st.from_regex(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:?\d\d"))
@example("9" * 5_000)
@example("0002-01-01T00:00:00+14:00")
def test_whatever_is_given_is_a_utc_time_or_none(given: object) -> None:
    moment = read_moment(given, "starts_at")
    assert moment.value is None or moment.value.utcoffset() == UTC.utcoffset(None)
