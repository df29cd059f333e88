"""Runs the Hindsight of a data folder until it is told to end, as another MemoryOps on that folder would."""

import asyncio
import signal
import sys
from pathlib import Path

from memoryops.adapters.hindsight_server import HindsightServer
from memoryops.settings import Settings


async def keep(data_dir: Path) -> None:
    """Run it until SIGTERM."""
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    server = HindsightServer(Settings(_env_file=None).hindsight_environment, data_dir)
    await server.start()
    await ended.wait()
    await server.stop()


if __name__ == "__main__":
    asyncio.run(keep(Path(sys.argv[1])))
