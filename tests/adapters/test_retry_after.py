"""A Retry-After header is whatever the other side sends."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memoryops.adapters.retry_after import LONGEST_WAIT, seconds_to_wait

DATES = st.from_regex(
    r"(Mon, )?[0-9]{1,20} Jan -?[0-9]{1,20} [0-9]{1,12}:[0-9]{1,3}(:[0-9]+)? [+-][0-9]{1,30}", fullmatch=True
)


@given(st.one_of(st.text(), DATES, st.floats().map(str), st.integers().map(str)))
@example("Mon, 01 Jan 2026 00:00:00 +99999999999999")
@example("Mon, 01 Jan 99999 00:00:00 GMT")
@example("Mon, 31 Dec 9999 23:59:59 -2359")
@example("Mon, 01 Jan 0001 00:00:00 +2359")
def test_every_header_is_a_wait_of_at_most_a_day_or_none(header: str) -> None:
    seconds = seconds_to_wait(header)
    assert seconds is None or 0 <= seconds <= LONGEST_WAIT


@pytest.mark.parametrize(
    ("header", "seconds"),
    [(None, None), ("", None), ("7", 7.0), ("0", 0.0), ("-1", None), ("1e300", LONGEST_WAIT), ("inf", None)],
)
def test_a_number_is_seconds(header: str | None, seconds: float | None) -> None:
    assert seconds_to_wait(header) == seconds
