"""Signing secrets at rest: encrypted with a key of the operator's, or with one that lies beside the data."""

import base64
import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

DOMAIN: Final = b"memoryops signing secrets v1:"
OWNER_ONLY: Final = 0o600


class UnreadableSecret(Exception):
    """The secret was sealed with another key, or was damaged."""


@dataclass(frozen=True)
class Seal:
    """Encrypts and decrypts; `key` is asked for the key material when it is first needed."""

    key: Callable[[], bytes]

    def close(self, secret: str) -> str:
        """The secret, encrypted and authenticated, as text."""
        return self._fernet().encrypt(secret.encode()).decode()

    def open(self, sealed: str) -> str:
        """What was sealed; raises UnreadableSecret."""
        from cryptography.fernet import InvalidToken

        try:
            return self._fernet().decrypt(sealed.encode()).decode()
        except (InvalidToken, ValueError) as error:
            raise UnreadableSecret from error

    def _fernet(self) -> "Fernet":
        # Some ten megabytes that a server without signing secrets need not load.
        from cryptography.fernet import Fernet

        return Fernet(base64.urlsafe_b64encode(hashlib.sha256(DOMAIN + self.key()).digest()))


def key_in_file(path: Path) -> bytes:
    """The key in the file, which is made for the owner alone where there is none yet."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return _new_key(path)


def _new_key(path: Path) -> bytes:
    """A key written whole before it gets its name, so that of several processes all read the same one."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    with os.fdopen(descriptor, "wb") as file:
        file.write(base64.urlsafe_b64encode(os.urandom(32)))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_bytes()
