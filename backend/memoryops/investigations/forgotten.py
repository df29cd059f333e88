"""What was erased from a stored run."""

from collections.abc import Mapping, Sequence
from typing import Any


def forgotten_in(evidence: Mapping[str, Any] | None) -> Sequence[Mapping[str, Any]]:
    """The documents that were erased from a run's evidence, with when and by whom."""
    return tuple((evidence or {}).get("forgotten", ()))
