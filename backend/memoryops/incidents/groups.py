"""Resolution groups: incidents that people said ended the same way, and which of them stands in memory for all.

Following `same_as` to its end gives an incident's root; incidents with one root are a group. One document is enough
for a resolution, so a group has one representative: its root while that is eligible, else the member that stands in
already, else the newest eligible one.
Everything here is a pure function over the members.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Outcome, Status

CONFIRMS = "confirms"


@dataclass(frozen=True)
class Member:
    """One incident of a group. `absent` says why it teaches nothing now, and is None while it does.

    `stands` says that its document is the one that the group wanted in memory until now.
    """

    id: str
    number: int
    absent: str | None
    forgotten: bool
    stands: bool

    @property
    def eligible(self) -> bool:
        """Whether its document may stand in memory."""
        return self.absent is None and not self.forgotten


@dataclass(frozen=True)
class Standing:
    """What a group asks of one member: its document in memory, or why not, and whose stands there instead."""

    wanted: bool
    reason: str | None
    confirms: str | None


def absence(status: Status, outcome: Outcome | None, deleted_at: datetime | None) -> str | None:
    """Why such an incident teaches nothing, or None when it does."""
    if deleted_at is not None:
        return "deleted"
    if status is not Status.resolved:
        return "reopened"
    return None if outcome in REMEMBERED_OUTCOMES else Outcome.false_alarm.value


def representative(root: str, members: Collection[Member]) -> str | None:
    """The member whose document stands for the group: the eligible root, else who stands already, else the newest."""
    eligible = [member for member in members if member.eligible]
    best = max(eligible, key=lambda member: _precedence(root, member), default=None)
    return None if best is None else best.id


def replacement(root: str, members: Collection[Member], leaving: str) -> str | None:
    """The member that stands for the group when `leaving` does not."""
    return representative(root, [member for member in members if member.id != leaving])


def heir(members: Collection[Member]) -> str:
    """The member that a group is named after when its root is another: who stands, else the newest, eligible first."""
    return max(members, key=lambda member: (member.eligible, member.stands, member.number)).id


def settle(root: str, members: Sequence[Member]) -> Mapping[str, Standing]:
    """What the group asks of each member.

    A forgotten document is wanted where ending the forgetting would bring it back to its place, the root's always and
    another's while nobody stands for the group: that is a person's veto beside what the record wants.
    """
    chosen = representative(root, members)

    def standing(member: Member) -> Standing:
        if member.absent is not None:
            return Standing(False, member.absent, None)
        wanted = chosen in (None, member.id) or (member.forgotten and member.id == root)
        return Standing(wanted, None if wanted else CONFIRMS, None if member.id == chosen else chosen)

    return {member.id: standing(member) for member in members}


def below(same_as: Mapping[str, str | None], top: str) -> frozenset[str]:
    """`top` and every incident that leads to it, by who says to be the same as whom."""
    found = {top}
    while more := {one for one, other in same_as.items() if other in found} - found:
        found |= more
    return frozenset(found)


def _precedence(root: str, member: Member) -> tuple[bool, bool, int]:
    return member.id == root, member.stands, member.number
