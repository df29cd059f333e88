"""Where the embedded server's PostgreSQL lives, and the secrets beside it.

PostgreSQL refuses to run as root. Under root it runs as `nobody`, in the data directory where
that user can reach it; else (under root's home, say) in a system folder of this instance,
noted in the data directory. Permissions of folders that are not ours are never changed.
"""

import hashlib
import os
import secrets
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

SYSTEM_FOLDER = Path("/var/lib/memoryops")
UNPRIVILEGED = ("--reuid=nobody", "--regid=nogroup", "--clear-groups")
NOTE = "postgres-folder"


@dataclass(frozen=True)
class Place:
    """The server's binaries and data, the file with its password, and `setpriv` options for its user."""

    binaries: Path
    data: Path
    key_file: Path
    run_as: tuple[str, ...]

    def give(self, path: Path) -> None:
        """Hand a file or folder to the user that runs the server."""
        if self.run_as:
            shutil.chown(path, "nobody", "nogroup")


def prepare_place(installation: Path, folder: Path, system_folder: Path = SYSTEM_FOLDER) -> Place:
    """The place for `folder`, made when it is not there yet; raises OSError."""
    run_as = UNPRIVILEGED if os.geteuid() == 0 else ()
    home = home_of(folder) or choose_home(folder, system_folder, run_as)
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    binaries = installation if reaches(run_as, installation / "bin") else share(installation, system_folder)
    place = Place(binaries, home / "data", folder / "postgres.key", run_as)
    place.give(home)
    note = folder / NOTE
    if not note.exists():
        note.write_text(f"{home}\n")
    return place


def home_of(folder: Path) -> Path | None:
    """Where the data of this instance was put, as noted at its first start; None before."""
    note = folder / NOTE
    return Path(note.read_text().strip()) if note.exists() else None


def choose_home(folder: Path, system_folder: Path, run_as: tuple[str, ...]) -> Path:
    """A folder in the data directory, or in the system's where the server's user cannot reach that."""
    if reaches(run_as, folder):
        return folder / "postgres"
    open_folder(system_folder)
    return system_folder / hashlib.sha256(str(folder).encode()).hexdigest()[:16]


def share(installation: Path, system_folder: Path) -> Path:
    """A copy of the binaries that every user can read, made once for each release."""
    release = (installation / "release").read_text().strip()[:16]
    shared = system_folder / f"postgres-{release}"
    if not shared.exists():
        open_folder(system_folder)
        fresh = Path(tempfile.mkdtemp(dir=system_folder))
        shutil.copytree(installation, fresh, symlinks=True, dirs_exist_ok=True)
        fresh.chmod(0o755)
        try:
            fresh.rename(shared)
        except OSError:  # another instance was quicker
            shutil.rmtree(fresh)
    return shared


def open_folder(folder: Path) -> None:
    """Make a folder of ours that every user may pass through; one that is there is left as it is."""
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)


def reaches(run_as: tuple[str, ...], folder: Path) -> bool:
    """Whether the server's user can enter the folder, tried as that user."""
    if not run_as:
        return True
    command = ["setpriv", *run_as, "test", "-x", str(folder)]
    return subprocess.run(command, check=False, cwd="/").returncode == 0


def create_key(path: Path, value: str = "") -> str:
    """The secret in the file, which only its owner reads; where there is none, `value` or a random one."""
    descriptor, fresh = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(descriptor, "w") as file:
        file.write(value or secrets.token_urlsafe(32))
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        Path(fresh).unlink()
    return read_key(path)


def read_key(path: Path) -> str:
    """The secret in the file; raises OSError."""
    return path.read_text().strip()
