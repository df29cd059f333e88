"""A fix that did not hold: one resolution, used again and again, after which the error is soon back."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from memoryops.insights.detectors.detector import Detector, Insight, Told, by_count, number
from memoryops.insights.found import FindingKind
from memoryops.insights.history import History
from memoryops.insights.selecting import DAY
from memoryops.insights.sheets import number_of
from memoryops.kit.counting import times

SOON = 7 * DAY
LEAST_FAILURES = 2
HIGH, MEDIUM = 4, 3

RULE = (
    "A resolution, counted over all incidents that ended by it (`same_as`), failed at least twice and more often than "
    "it held. It failed where the same error was back within seven days, a week's load having been seen by then, or "
    "where a person recorded that it did not help; it held where seven days passed without. One failure may be "
    "chance. Three failures weigh medium, four high."
)


@dataclass
class Used:
    """One resolution: the pairs of a fix by it and the incident soon after, the fixes that held, and in vain."""

    soon: list[tuple[int, int]] = field(default_factory=list)
    held: list[int] = field(default_factory=list)
    in_vain: list[int] = field(default_factory=list)

    @property
    def failures(self) -> int:
        """How often it failed."""
        return len(self.soon) + len(self.in_vain)

    @property
    def incidents(self) -> list[int]:
        """The numbers of the incidents that tell of failures."""
        return sorted({*self.in_vain, *(number for pair in self.soon for number in pair)})


def detect(history: History) -> Iterator[Insight]:
    """One insight for each resolution that failed more often than it held."""
    used = {root: Used() for root in sorted(_suspects(history))}
    if not used:
        return
    for tried in history.tried:
        if (root := number_of(tried.root)) in used:
            used[root].in_vain.append(tried.number)
    _follow(history, used)
    for root, one in used.items():
        if one.failures >= LEAST_FAILURES and one.failures > len(one.held):
            yield _insight(f"INC-{root}", one, history)


def _suspects(history: History) -> frozenset[int]:
    """The resolutions that failed often enough; most were used once."""
    columns = history.everywhere.columns
    failed = Counter(number_of(tried.root) for tried in history.tried)
    failed.update(root for root, held in zip(columns.fix_root, columns.held, strict=True) if 0 <= held <= SOON)
    return frozenset(root for root, failures in failed.items() if failures >= LEAST_FAILURES)


def _follow(history: History, used: dict[int, Used]) -> None:
    """How each fix by these resolutions held, up to the next occurrence or the end of the count."""
    columns = history.everywhere.columns
    for error in history.within:
        real = [place for place in history.chains[error] if columns.code[place] not in history.false_alarms]
        for place in real:
            held, root = columns.held[place], columns.fix_root[place]
            if held >= 0 and root in used:
                _note(used[root], columns.fix[place], columns.number[place], held)
        if real and columns.root[real[-1]] in used and history.ends - columns.ended[real[-1]] > SOON:
            used[columns.root[real[-1]]].held.append(columns.number[real[-1]])


def _note(used: Used, fix: int, following: int, held: int) -> None:
    if held <= SOON:
        used.soon.append((fix, following))
    else:
        used.held.append(fix)


def _insight(root: str, used: Used, history: History) -> Insight:
    return Insight(
        kind=FindingKind.fix_did_not_hold,
        about=root,
        weight=by_count(used.failures, high=HIGH, medium=MEDIUM),
        tell=partial(_tell, root, used, _service(used.incidents, history)),
        incidents=used.incidents,
        compare=lambda: used.held,
    )


def _tell(root: str, used: Used, service: str | None, _: str) -> Told:
    soon, vain, held = len(used.soon), len(used.in_vain), len(used.held)
    return Told(
        title=f"The resolution of {root} does not hold",
        sentence=(
            f"The error was back within seven days {times(soon)}, people recorded {times(vain)} that the "
            f"resolution did not help, and it held {times(held)}."
        ),
        service=service,
        numbers=(number("back_within_7_days", soon), number("did_not_help", vain), number("held", held)),
    )


def _service(incidents: list[int], history: History) -> str | None:
    """The one service of those in the period, if it is one."""
    columns, told = history.everywhere.columns, frozenset(incidents)
    found = {of for of, number in zip(columns.service, columns.number, strict=True) if number in told}
    return history.everywhere.services[found.pop()] if len(found) == 1 else None


DETECTOR = Detector(FindingKind.fix_did_not_hold, RULE, detect)
