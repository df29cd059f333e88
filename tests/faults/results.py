"""One line a kill, kept in the data folder, so that a run that was cut goes on where it was."""

import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Kill:
    """One kill; the times are None where the next kill came before memory was back."""

    number: int
    seed: int
    target: str
    after_s: float
    processes: int
    ready_s: float | None
    clean_s: float | None


@dataclass
class Results:
    """The file of kills and the incident that memory holds throughout."""

    folder: Path

    @property
    def _kills(self) -> Path:
        return self.folder / "kills.jsonl"

    @property
    def _anchor(self) -> Path:
        return self.folder / "anchor"

    def read(self) -> list[Kill]:
        """The kills so far."""
        lines = self._kills.read_text().splitlines() if self._kills.exists() else []
        return [Kill(**json.loads(line)) for line in lines]

    def add(self, kill: Kill) -> None:
        """Keep one more."""
        with self._kills.open("a") as file:
            file.write(json.dumps(asdict(kill)) + "\n")

    def anchor(self) -> str | None:
        """The incident that memory holds throughout, once there is one."""
        return self._anchor.read_text() if self._anchor.exists() else None

    def keep_anchor(self, incident_id: str) -> None:
        self._anchor.write_text(incident_id)


def table(kills: Sequence[Kill]) -> str:
    """The summary, in Markdown."""
    lines = ["| killed | kills | recoveries checked | ready again after, median / longest | clean after, longest |"]
    lines.append("|---|---|---|---|---|")
    for name in [*dict.fromkeys(kill.target for kill in kills), ""]:
        mine = [kill for kill in kills if kill.target == name or not name]
        ready = [kill.ready_s for kill in mine if kill.ready_s is not None]
        clean = [kill.clean_s for kill in mine if kill.clean_s is not None]
        times = (
            f"{statistics.median(ready):.1f} / {max(ready):.1f} s | {max(clean):.1f} s" if ready and clean else " | "
        )
        lines.append(f"| {name or 'in all'} | {len(mine)} | {len(ready)} | {times} |")
    return "\n".join(lines)
