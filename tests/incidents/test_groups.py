"""Which document stands in memory for incidents that ended the same way: pure decisions, as a table."""

import pytest

from memoryops.incidents.groups import Member, Standing, below, replacement, representative, settle


def member(name: str) -> Member:
    """A member by its number and what it is: `3` teaches, `3r` is reopened, `3f` forgotten, `3s` stands now."""
    number = int(name.rstrip("rdfs"))
    absent = "reopened" if "r" in name else "deleted" if "d" in name else None
    return Member(f"INC-{number}", number, absent, "f" in name, "s" in name)


def members(names: str) -> list[Member]:
    return [member(name) for name in names.split()]


@pytest.mark.parametrize(
    ("names", "stands", "wanted"),
    [
        ("1", 1, {1}),
        ("1 2 3", 1, {1}),
        ("1r 2 3", 3, {3}),
        ("1d 2 3r", 2, {2}),
        ("1f 2 3", 3, {1, 3}),
        ("1f 2 3f", 2, {1, 2}),
        ("1r 2s 3", 2, {2}),
        ("1f 2s 3", 2, {1, 2}),
        ("1 2s 3", 1, {1}),
        ("1r 2rs 3 4", 4, {4}),
        ("1r 2fs 3s 4", 3, {3}),
        ("1 2f 3f", 1, {1}),
        ("1r 2f 3", 3, {3}),
        ("1rf 2 3", 3, {3}),
        ("1f 2f", None, {1, 2}),
        ("1r 2d", None, set()),
        ("", None, set()),
    ],
)
def test_one_member_stands_for_all_and_a_forgotten_root_keeps_its_claim(
    names: str, stands: int | None, wanted: set[int]
) -> None:
    group = members(names)
    assert representative("INC-1", group) == (None if stands is None else f"INC-{stands}")
    standings = settle("INC-1", group)
    assert {name for name, standing in standings.items() if standing.wanted} == {f"INC-{number}" for number in wanted}


def test_whoever_needs_no_document_says_whose_stands_instead_and_why() -> None:
    standings = settle("INC-1", members("1 2 3d 4r 5f"))
    assert standings["INC-1"] == Standing(True, None, None)
    assert standings["INC-2"] == Standing(False, "confirms", "INC-1")
    assert standings["INC-3"] == Standing(False, "deleted", None)
    assert standings["INC-4"] == Standing(False, "reopened", None)
    assert standings["INC-5"] == Standing(False, "confirms", "INC-1")


@pytest.mark.parametrize(
    ("names", "leaving", "follows"),
    [("1 2 3", 1, 3), ("1 2 3", 2, 1), ("1 2 3f", 1, 2), ("1", 1, None), ("1r 2s 3", 3, 2), ("1r 2s 3 4", 2, 4)],
)
def test_who_takes_a_place_is_known_before_it_is_left(names: str, leaving: int, follows: int | None) -> None:
    expected = None if follows is None else f"INC-{follows}"
    assert replacement("INC-1", members(names), f"INC-{leaving}") == expected


def test_everything_that_leads_to_an_incident_is_below_it() -> None:
    same_as = {"INC-1": None, "INC-2": "INC-1", "INC-3": "INC-2", "INC-4": "INC-1"}
    assert below(same_as, "INC-2") == {"INC-2", "INC-3"}
    assert below(same_as, "INC-1") == same_as.keys()
