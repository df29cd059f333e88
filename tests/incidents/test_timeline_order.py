"""One order for everybody: by the instant, whatever the clocks of a place showed when summer time began or ended."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from memoryops.incidents.models import TimelineEntry
from memoryops.incidents.schemas import TimelineItem
from memoryops.incidents.timeline.reading import in_order, item_of

BERLIN = ZoneInfo("Europe/Berlin")
CHANGES = (datetime(2026, 3, 29, 1, tzinfo=UTC), datetime(2026, 10, 25, 1, tzinfo=UTC))


def entry(pk: int, happened_at: datetime, recorded_at: datetime) -> TimelineItem:
    return item_of(
        TimelineEntry(
            pk=pk, kind="note", happened_at=happened_at, recorded_at=recorded_at, actor="Ada", text=str(pk), revision=1
        )
    )


around_changes = st.builds(
    lambda change, minutes: change + timedelta(minutes=minutes), st.sampled_from(CHANGES), st.integers(-120, 120)
)


@given(st.lists(st.tuples(around_changes, around_changes), max_size=12), st.randoms())
def test_the_order_is_that_of_instants_however_entries_come_and_whatever_zone_they_were_told_in(
    moments: list[tuple[datetime, datetime]], chance: object
) -> None:
    told = [entry(pk, *moment) for pk, moment in enumerate(moments, start=1)]
    elsewhere = [
        entry(pk, happened.astimezone(BERLIN), recorded.astimezone(BERLIN))
        for pk, (happened, recorded) in enumerate(moments, start=1)
    ]
    chance.shuffle(elsewhere)  # type: ignore[attr-defined]
    ordered = in_order(told)
    assert [item.id for item in in_order(elsewhere)] == [item.id for item in ordered]
    instants = [(item.happened_at.timestamp(), item.recorded_at.timestamp(), item.id) for item in ordered]
    assert instants == sorted(instants)


def test_of_two_half_past_twos_the_one_in_summer_time_comes_first() -> None:
    first = datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN, fold=0)
    second = datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN, fold=1)
    between = datetime(2026, 10, 25, 0, 45, tzinfo=UTC)
    items = [entry(1, second, second), entry(2, between, second), entry(3, first, second)]
    assert [item.text for item in in_order(items)] == ["3", "2", "1"]
