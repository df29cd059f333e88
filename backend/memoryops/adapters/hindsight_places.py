"""What the embedded server's PostgreSQL needs around it: binaries, data, a user, and the secrets beside it.

PostgreSQL refuses to run as root. Under root it runs as `nobody`; permissions of folders that
are not ours are never changed.
"""

import os
import pwd
import secrets
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from memoryops.adapters.hindsight_homes import open_folder, prepare_home, reaches

SYSTEM_FOLDER = Path("/var/lib/memoryops")
UNPRIVILEGED = ("--reuid=nobody", "--regid=nogroup", "--clear-groups")


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

    def give_all(self, folder: Path) -> None:
        """Hand over a folder with all in it, where it is there and belongs to another (a restored one, say)."""
        if self.run_as and folder.exists() and folder.owner() != "nobody":
            nobody = pwd.getpwnam("nobody")
            for path in (*folder.rglob("*"), folder):  # the folder last: it tells that all are done
                os.lchown(path, nobody.pw_uid, nobody.pw_gid)

    @property
    def lock_file(self) -> Path:
        """Beside the home, where only we write: who holds its lock may use the data."""
        return self.data.parent.with_suffix(".lock")


def prepare_place(installation: Path, folder: Path, system_folder: Path = SYSTEM_FOLDER) -> Place:
    """The place for `folder`, made when it is not there yet; raises OSError."""
    run_as = UNPRIVILEGED if os.geteuid() == 0 else ()
    home = prepare_home(folder.resolve(), system_folder, run_as)
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    binaries = installation if reaches(run_as, installation / "bin") else share(installation, system_folder)
    place = Place(binaries, home / "data", folder / "postgres.key", run_as)
    place.give(home)
    place.give_all(place.data)
    return place


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
