"""The API against its own description: generated requests, valid and not, on every call, on both databases."""

import asyncio
import json
import sys
from pathlib import Path

from tests.harness import running, served, settings_for

SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
SEED = 20261130
CASES = 5
"""Per call in the fuzzing phase; the coverage phase has about thirty of its own."""

PHASES = {"sqlite": "examples,fuzzing", "postgresql": "coverage"}
"""The systematic cases go to the stricter database, the random ones to the other; each phase once, for time's sake."""

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)


async def explore(address: str, phases: str, folder: Path) -> tuple[int, str]:
    """Schemathesis' exit code and report on the description in this folder.

    The live stream never ends and is left to its own tests. So is an audit: without a memory that can be asked it is
    a 503, as described.
    """
    process = await asyncio.create_subprocess_exec(
        SCHEMATHESIS,
        "run",
        "openapi.json",
        f"--url={address}",
        "--exclude-path=/api/v1/events",
        "--exclude-operation-id=audit_memory",
        f"--checks={','.join(CHECKS)}",
        f"--phases={phases}",
        f"--max-examples={CASES}",
        f"--seed={SEED}",
        "--request-timeout=30",
        "--generation-database=none",
        "--warnings=off",
        "--no-color",
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    report, _ = await process.communicate()
    return process.returncode or 0, report.decode()


async def test_every_call_answers_as_described_whatever_it_is_sent(database_url: str, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, database_url, MEMORYOPS_SEED=True)
    async with running(settings) as product, served(product) as address:
        (tmp_path / "openapi.json").write_text(json.dumps(product.app.openapi()))
        code, report = await explore(address, PHASES[product.runtime.database.url.get_backend_name()], tmp_path)
    assert code == 0, report
    assert "No issues found" in report
