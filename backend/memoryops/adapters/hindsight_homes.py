"""Which folder holds the PostgreSQL data of a data directory that may have been moved, copied or restored.

Where the server's user reaches the data directory, the data is in it, wherever it is now. Else it
is in a system folder under a random identity. The data directory notes the identity and the system
folder notes the data directory: a moved one finds its memory again, a copied one begins its own.
"""

import os
import re
import secrets
import shutil
import subprocess
from pathlib import Path

HOME = "postgres"
NOTE = "postgres-identity"
OWNER = "owner"


def prepare_home(folder: Path, system_folder: Path, run_as: tuple[str, ...]) -> Path:
    """The home to use from now on, with what was kept before; raises OSError."""
    inside, reachable = folder / HOME, reaches(run_as, folder)
    if not run_as or (reachable and inside.exists()):
        return inside
    system = system_home(folder, system_folder)
    if system is None and reachable:
        (folder / NOTE).unlink(missing_ok=True)  # that of the original, where this is a copy
        return inside
    home = system or found_system_home(folder, system_folder)
    write_whole(home.parent / OWNER, os.fsencode(folder))
    take_in(inside, home)
    return home


def home_of(folder: Path, system_folder: Path) -> Path | None:
    """Where the data of this directory is; None before its first start, be it the first of a copy."""
    inside = folder / HOME
    return inside if inside.exists() else system_home(folder, system_folder)


def system_home(folder: Path, system_folder: Path) -> Path | None:
    """The home in the system folder that is this directory's, or was left by one that has moved; None for a copy."""
    identity = noted_identity(folder)
    home = system_folder / (identity or "") / HOME
    if identity is None or not home.exists():
        return None
    owner = noted_owner(home)
    if owner is None or is_same(owner, folder) or noted_identity(owner) != identity:
        return home
    return None


def found_system_home(folder: Path, system_folder: Path) -> Path:
    """A new home in the system folder, its identity noted in the data directory."""
    identity = secrets.token_hex(8)
    open_folder(system_folder)
    open_folder(system_folder / identity)
    home = system_folder / identity / HOME
    home.mkdir(mode=0o700)
    write_whole(folder / NOTE, identity.encode())
    return home


def take_in(inside: Path, home: Path) -> None:
    """Move data that the server's user can no longer reach into the home, whole or not at all."""
    fresh = home / "data.moved"
    shutil.rmtree(fresh, ignore_errors=True)
    if (inside / "data").exists() and not (home / "data").exists():
        shutil.copytree(inside / "data", fresh, symlinks=True)
        fresh.rename(home / "data")
        shutil.rmtree(inside)


def noted_identity(folder: Path) -> str | None:
    """The identity that the data directory notes; None where there is none that could be ours."""
    try:
        identity = (folder / NOTE).read_text(errors="replace")
    except OSError:
        return None
    return identity if re.fullmatch(r"[0-9a-f]{16}", identity) else None


def noted_owner(home: Path) -> Path | None:
    """The data directory that the home was last used by; None when that was cut off."""
    try:
        return Path(os.fsdecode((home.parent / OWNER).read_bytes()))
    except FileNotFoundError:
        return None


def is_same(one: Path, other: Path) -> bool:
    """Whether both name one folder, through whatever mounts and links."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def write_whole(path: Path, content: bytes) -> None:
    """Put the content into a file of its own: another name of the old one keeps what it had."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    fresh.write_bytes(content)
    fresh.replace(path)


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
