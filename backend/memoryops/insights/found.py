"""What the detectors found, as it is answered."""

from enum import StrEnum

from memoryops.kit.schemas import Output


class FindingKind(StrEnum):
    """What a detector looks for."""

    recurrence_after_fix = "recurrence_after_fix"
    repeated_while_open = "repeated_while_open"
    fix_did_not_hold = "fix_did_not_hold"
    rising_rate = "rising_rate"
    slow_recovery = "slow_recovery"
    no_learning = "no_learning"
    always_noise = "always_noise"


class Weight(StrEnum):
    """How much a finding asks for attention."""

    high = "high"
    medium = "medium"
    low = "low"


class FindingNumber(Output):
    """One number that a finding rests on; the unit is `seconds`, `days`, `count`, `share` or `probability`."""

    name: str
    value: float
    unit: str


class Finding(Output):
    """Something worth a look, with the numbers it rests on and every row that it counted.

    `rule` says what the detector looks for, its thresholds and why. `incident_ids` are the newest fifty of `incidents`;
    `rows` lists all, and `compared_rows` what they were compared with. `samples` are sample incidents among all these.
    """

    id: str
    kind: FindingKind
    weight: Weight
    title: str
    sentence: str
    rule: str
    service: str | None
    numbers: list[FindingNumber]
    incidents: int
    incident_ids: list[str]
    alert_ids: list[str]
    compared: int
    samples: int
    rows: str
    compared_rows: str | None
