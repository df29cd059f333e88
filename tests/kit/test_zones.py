"""Time zones by name, and moments that one of them cannot hold."""

from datetime import UTC, datetime

import pytest

from memoryops.kit.zones import UnknownZoneError, in_zone, zone_named


@pytest.mark.parametrize(
    ("moment", "zone"),
    [
        (datetime(1, 1, 1, tzinfo=UTC), "America/New_York"),
        (datetime(9999, 12, 31, 23, 59, tzinfo=UTC), "Pacific/Kiritimati"),
    ],
)
def test_a_moment_behind_the_last_day_of_a_zone_is_none(moment: datetime, zone: str) -> None:
    assert in_zone(moment, zone_named(zone)) is None
    assert in_zone(moment, zone_named("UTC")) == moment


@pytest.mark.parametrize("name", ["localtime", "posixrules", "Factory", "posix/Europe/Berlin", "", "europe/", "."])
def test_no_name_stands_for_the_server_s_own_zone(name: str) -> None:
    with pytest.raises(UnknownZoneError, match="like Europe/Berlin"):
        zone_named(name)
