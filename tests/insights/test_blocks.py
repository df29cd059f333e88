"""What was made of kept days is made once for as long as they hold the same."""

from collections.abc import Sequence

from memoryops.insights.blocks import ROOM, Blocks


class Maker:
    """Counts how often something was made."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, contents: Sequence[bytes]) -> int:
        self.times += 1
        return sum(map(len, contents))


def test_the_same_contents_are_worked_on_once_and_a_changed_one_anew() -> None:
    blocks, make = Blocks(), Maker()
    assert blocks.made("incidents", [b"one", b"two"], make) == 6
    assert blocks.made("incidents", [b"one", b"two"], make) == 6
    assert make.times == 1
    assert blocks.made("incidents", [b"one", b"twos"], make) == 7
    assert make.times == 2


def test_what_is_joined_otherwise_or_is_of_another_kind_is_not_the_same() -> None:
    blocks, make = Blocks(), Maker()
    for of, contents in (("a", [b"onet", b"wo"]), ("a", [b"one", b"two"]), ("b", [b"one", b"two"]), ("a", [b"onetwo"])):
        blocks.made(of, contents, make)
    assert make.times == 4


def test_the_least_recently_used_is_given_up_first() -> None:
    blocks, make = Blocks(), Maker()
    for number in range(ROOM):
        blocks.made("days", [bytes([number])], make)
    blocks.made("days", [bytes([0])], make)
    blocks.made("days", [b"one more"], make)
    assert make.times == ROOM + 1
    blocks.made("days", [bytes([0])], make)
    assert make.times == ROOM + 1
    blocks.made("days", [bytes([1])], make)
    assert make.times == ROOM + 2
