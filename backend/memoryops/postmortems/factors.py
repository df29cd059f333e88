"""Contributing factors: a list written as lines, since what goes wrong seldom has one cause."""

import re
from collections.abc import Sequence

BULLET = re.compile(r"^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")


def factors_of(text: str) -> list[str]:
    """The factors, in their order: one a bullet, or one a paragraph where there are no bullets."""
    if not any(BULLET.match(line) for line in text.splitlines()):
        return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]
    factors: list[list[str]] = []
    for line in text.splitlines():
        if BULLET.match(line) or not factors:
            factors.append([BULLET.sub("", line, count=1)])
        else:
            factors[-1].append(line)
    folded = (" ".join(" ".join(lines).split()) for lines in factors)
    return [factor for factor in folded if factor]


def as_cause(factors: Sequence[str]) -> str:
    """The factors as an incident's cause: none is made the root of the others."""
    if len(factors) < 2:
        return "".join(factors)
    return "Several factors came together:\n" + "\n".join(f"{n}. {factor}" for n, factor in enumerate(factors, 1))
