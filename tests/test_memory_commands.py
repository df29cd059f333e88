"""Memory from a terminal: what an audit prints, and what its exit code says."""

import json
from pathlib import Path

import pytest

from memoryops.memory_commands import audit
from memoryops.settings import Settings
from tests.fakes.hindsight_server import refuses
from tests.fakes.remembering_hindsight import Held, RememberingHindsight, remembering_hindsight
from tests.harness import API, answer, closed_port, running, settings_for
from tests.memory.world import world

BANK = "memoryops-default"


def settings_on(fake: RememberingHindsight | None, folder: Path, record: str | None) -> Settings:
    url = fake.url if fake else f"http://127.0.0.1:{closed_port()}"
    return settings_for(folder, record, HINDSIGHT_API_URL=url)


async def test_a_clean_audit_exits_0_and_is_kept(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with world(sqlite_record, tmp_path) as here:
        await here.remembered()
        assert await audit(settings_on(here.fake, tmp_path, sqlite_record), as_json=False) == 0
        assert capsys.readouterr().out == f"{BANK}: 1 wanted, 1 held, 0 on their way; memory matches the ledger.\n"
        last = answer(await here.product.http.get(f"{API}/memory/audit"), 200)["last"]
        assert (last["asked_by"], last["clean"]) == ("memoryops memory audit", True)


async def test_differences_are_a_table_and_exit_1(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with world(sqlite_record, tmp_path) as here:
        incident_id = await here.remembered()
        here.fake.held.clear()
        here.fake.held["x"] = Held("[red]\x1b[2Jx", "", [], {})
        assert await audit(settings_on(here.fake, tmp_path, sqlite_record), as_json=False) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == [incident_id, "missing", "ready", "2", "-", "Memory", "does", "not", "hold", "it."]
    assert lines[2].startswith(r"[red]\x1b[2Jx")
    assert lines[-1] == f"{BANK}: 1 wanted, 1 held, 0 on their way; 2 differ."


async def test_as_json_it_is_one_object(sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with world(sqlite_record, tmp_path) as here:
        incident_id = await here.remembered()
        here.fake.held.clear()
        assert await audit(settings_on(here.fake, tmp_path, sqlite_record), as_json=True) == 1
        printed = capsys.readouterr()
        assert json.loads(printed.out) == answer(await here.product.http.get(f"{API}/memory/audit"), 200)["last"]
    assert [one["document_id"] for one in json.loads(printed.out)["differences"]] == [incident_id]
    assert printed.err == ""


@pytest.mark.parametrize("as_json", [False, True])
async def test_a_memory_that_does_not_answer_exits_2_and_says_why(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    assert await audit(settings_on(None, tmp_path, sqlite_record), as_json=as_json) == 2
    printed = capsys.readouterr()
    assert "Memory could not be asked (unreachable)." in printed.err
    assert not as_json or json.loads(printed.out)["unavailable"]["reason"] == "unreachable"


async def test_a_listing_that_fails_exits_2_and_keeps_nothing(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with remembering_hindsight() as fake:
        fake.answers("list_documents", refuses(402))
        settings = settings_on(fake, tmp_path, sqlite_record)
        assert await audit(settings, as_json=False) == 2
        async with running(settings) as product:
            assert answer(await product.http.get(f"{API}/memory/audit"), 200) == {"last": None}
    assert "(payment_required)" in capsys.readouterr().err


async def test_a_folder_without_a_record_starts_no_new_world(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = settings_for(tmp_path / "mistyped", None, HINDSIGHT_API_URL=None)
    assert await audit(settings, as_json=False) == 2
    assert "There is no record at" in capsys.readouterr().err
    assert not (tmp_path / "mistyped" / "hindsight").exists()


async def test_an_embedded_memory_that_is_not_set_up_exits_2_at_once(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"HINDSIGHT_API_URL": None, "MEMORYOPS_HINDSIGHT_ENVIRONMENT": tmp_path / "nothing-here"}
    assert await audit(settings_for(tmp_path, sqlite_record, **given), as_json=False) == 2
    assert "Memory could not be asked" in capsys.readouterr().err
