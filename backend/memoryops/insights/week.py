"""Hours of the week: when incidents are declared, by the clock of a zone."""

from collections import Counter
from itertools import compress

from memoryops.insights.counted import WeekHour
from memoryops.insights.period import Period
from memoryops.insights.selecting import WEEK, hours_of_week, is_sample, mask_of
from memoryops.insights.sheets import Sheet
from memoryops.kit.zones import zone_named

SAYS = (
    "Incidents by the hour of the week in which they were declared, by the clock of the zone, its changes to and from "
    "summer time followed. It says when people noticed, which is not always when it began, and hours in which more "
    "people look have more to notice."
)


def week_hours(sheet: Sheet, period: Period, zone: str) -> list[WeekHour]:
    """All 168 hours, Monday's first."""
    found = hours_of_week(sheet.columns.declared, zone_named(zone))
    incidents, samples = Counter(found), Counter(compress(found, mask_of(sheet, is_sample)))
    return [
        WeekHour(
            weekday=place // 24 + 1,
            hour=place % 24,
            incidents=incidents[place],
            samples=samples[place],
            rows=period.rows("/insights/rows", of="hour", weekday=place // 24 + 1, hour=place % 24, zone=zone),
        )
        for place in range(WEEK)
    ]
