"""The diagram in docs/ledger.md, drawn from the table of transitions; `python -m tests.memory.drawing` redraws it."""

import re
from collections.abc import Mapping, Set
from pathlib import Path

from memoryops.memory.states import TRANSITIONS, DocumentState

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "ledger.md"
DIAGRAM = re.compile(r"```mermaid\nstateDiagram-v2\n.*?```\n", re.DOTALL)
REDRAW = "docs/ledger.md shows other steps than the code takes; redraw it: .venv/bin/python -m tests.memory.drawing"


def drawing(transitions: Mapping[DocumentState, Set[DocumentState]] = TRANSITIONS) -> str:
    """The diagram, states and steps in the order in which the states are declared."""
    steps = [
        f"    {before} --> {after}"
        for before in DocumentState
        for after in DocumentState
        if after in transitions.get(before, frozenset())
    ]
    return "\n".join(["```mermaid", "stateDiagram-v2", f"    [*] --> {DocumentState.none}", *steps, "```", ""])


def drawn() -> str:
    """The diagram as the document has it, empty where it has none; raises ValueError for several."""
    [found] = DIAGRAM.findall(DOCUMENT.read_text()) or [""]
    return str(found)


if __name__ == "__main__":
    DOCUMENT.write_text(DIAGRAM.sub(drawing(), DOCUMENT.read_text()))
