"""How to reach a Hindsight server, and where a running embedded one says so."""

import fcntl
import hashlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from memoryops.adapters.hindsight_places import read_key
from memoryops.adapters.hindsight_processes import command_line, environment_of

FOLDER = "hindsight"
WORKER = "HINDSIGHT_API_WORKER_ID"  # in the environment of a server: the folder it works for
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True)
class Connection:
    """An address and a key; `generation` differs whenever another server process answers there."""

    url: str
    api_key: str | None = field(repr=False)
    generation: str = ""


@dataclass(frozen=True)
class Running:
    """What the owner of an embedded server tells other processes about it; never a secret."""

    url: str
    pid: int
    owner: int
    ready: bool

    def write(self, folder: Path) -> None:
        """Put it into the folder, readable by its owner only, whole or not at all."""
        fresh = running_file(folder).with_suffix(".new")
        fresh.unlink(missing_ok=True)
        fresh.touch(mode=0o600)
        fresh.write_text(json.dumps(asdict(self)))
        fresh.replace(running_file(folder))

    def connection(self, folder: Path) -> Connection:
        """The connection to it; raises OSError where the key is gone."""
        return Connection(self.url, read_key(key_file(folder)), str(self.pid))


def running_file(folder: Path) -> Path:
    """Where the owner of the server says what runs."""
    return folder / "running.json"


def key_file(folder: Path) -> Path:
    """Where the server's API key is."""
    return folder / "api.key"


def find_running(folder: Path) -> Running | None:
    """The server of exactly this folder whose process is alive; None when there is none, as in a copied folder."""
    try:
        running = Running(**json.loads(running_file(folder).read_text()))
    except (OSError, ValueError, TypeError):
        return None
    is_ours = environment_of(running.pid).get(WORKER) == worker_name(folder)
    return running if is_ours and command_line(running.pid) else None


def worker_name(folder: Path) -> str:
    """A name that stays the same for this folder: the server finds its own unfinished work by it."""
    return f"memoryops-{hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:16]}"


def read_running(data_dir: Path) -> Connection | None:
    """The connection to the embedded server that a process of this data directory runs; None when none is ready."""
    folder = data_dir.resolve() / FOLDER
    running = find_running(folder)
    try:
        return running.connection(folder) if running and running.ready else None
    except OSError:
        return None


def spare_from_proxy(url: str) -> None:
    """Keep requests to this machine on this machine: clients obey the proxies of the environment."""
    host = urlsplit(url).hostname or ""
    if host not in LOOPBACK:
        return
    for name in ("no_proxy", "NO_PROXY"):
        spared = os.environ.get(name, "")
        if host not in spared.split(","):
            os.environ[name] = f"{spared},{host}".lstrip(",")


class InstanceLock:
    """One owner per data directory; the kernel gives the lock back when the owner dies."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Whether we own the directory now."""
        if self._descriptor is None:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                return False
            self._descriptor = descriptor
        return True

    def release(self) -> None:
        """Let another process own it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
