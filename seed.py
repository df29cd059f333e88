"""Load the sample history into MemoryOps: `python seed.py`, with the settings of the environment or `.env`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "backend"))

from memoryops.cli import app

if __name__ == "__main__":
    app(["seed", *sys.argv[1:]])
