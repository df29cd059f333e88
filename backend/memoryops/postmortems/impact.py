"""The impact in numbers, in words."""

from collections.abc import Iterator

from memoryops.postmortems.schemas import ImpactView


def impact_lines(impact: ImpactView) -> list[str]:
    """One line for each number that is known."""
    return list(_lines(impact))


def duration_words(seconds: int) -> str:
    """So many seconds in the two largest units that say something: `2 h 5 min`."""
    minutes = max(1, round(seconds / 60))
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = [(days, "d"), (hours, "h"), (minutes, "min")]
    told = [f"{count} {unit}" for count, unit in parts if count]
    return " ".join(told[:2])


def _lines(impact: ImpactView) -> Iterator[str]:
    if impact.duration_s is not None:
        yield f"Duration: {duration_words(impact.duration_s)}"
    if impact.users_affected is not None:
        yield f"Users affected: {impact.users_affected:,}"
    if impact.requests_failed_percent is not None:
        yield f"Requests failed: {impact.requests_failed_percent:g} %"
    if impact.tickets is not None:
        yield f"Support tickets: {impact.tickets:,}"
    if impact.revenue is not None:
        yield f"Revenue lost: {impact.revenue:,.2f} {impact.currency}"
