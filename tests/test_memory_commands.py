"""Memory from a terminal: what an audit prints, and what its exit code says."""

import json
from pathlib import Path

import pytest

from memoryops.memory_commands import audit, rebuild
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
    assert await audit(settings, as_json=True) == 2
    said = capsys.readouterr()
    assert "There is no record at" in said.err
    assert json.loads(said.out)["refused"].startswith("There is no record at"), "a script reads an object all the same"
    assert not (tmp_path / "mistyped" / "hindsight").exists()


async def test_an_embedded_memory_that_is_not_set_up_exits_2_at_once(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"HINDSIGHT_API_URL": None, "MEMORYOPS_HINDSIGHT_ENVIRONMENT": tmp_path / "nothing-here"}
    assert await audit(settings_for(tmp_path, sqlite_record, **given), as_json=False) == 2
    assert "Memory could not be asked" in capsys.readouterr().err


async def test_an_emptied_memory_is_rebuilt_from_the_record_and_proved(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with world(sqlite_record, tmp_path) as here:
        kept, forgotten = await here.remembered(), await here.remembered()
        await here.forget(forgotten)
        await here.settle()
        here.fake.held.clear()
        here.fake.banks.clear()
        settings = settings_on(here.fake, tmp_path, sqlite_record)
        assert await rebuild(settings) == 0
        assert "Memory holds 1 document, all" in capsys.readouterr().out
        assert list(here.fake.held) == [kept]
        assert await here.state(kept) == "ready"
        document = await here.document(forgotten)
        assert (document["state"], document["reason"], document["text"]) == ("withdrawn", "forgotten", "")
        assert await audit(settings, as_json=False) == 0


async def test_a_rebuild_sends_nothing_for_what_memory_holds(sqlite_record: str, tmp_path: Path) -> None:
    async with world(sqlite_record, tmp_path) as here:
        lost, _ = await here.remembered(), await here.remembered()
        del here.fake.held[lost]
        assert await rebuild(settings_on(here.fake, tmp_path, sqlite_record)) == 0
        assert len(here.sent()) == 2 + 1


async def test_documents_of_an_older_writer_get_the_words_of_today(sqlite_record: str, tmp_path: Path) -> None:
    async with world(sqlite_record, tmp_path) as here:
        incident_id = await here.remembered()
        text, probe = (await here.document(incident_id))["text"], (await here.document(incident_id))["probe"]
        await here.product.run_sql(
            "UPDATE memory_documents SET text = 'As it was once written.', probe = 'once', content_hash = 'sha256:old',"
            """ document_metadata = '{"incident_id": "INC-101", "revision": "2", "content_hash": "sha256:old"}'"""
        )
        here.held(incident_id).metadata = {"incident_id": incident_id, "revision": "2", "content_hash": "sha256:old"}
        assert await rebuild(settings_on(here.fake, tmp_path, sqlite_record)) == 0
        document = await here.document(incident_id)
        assert (document["text"], document["probe"], here.held(incident_id).text) == (text, probe, text)
        assert [one["cause"] for one in document["revisions"]] == ["resolved by Grace", "rewritten from the record"]


async def test_a_newer_probe_of_the_same_text_is_taken_without_sending_anything(
    sqlite_record: str, tmp_path: Path
) -> None:
    async with world(sqlite_record, tmp_path) as here:
        incident_id = await here.remembered()
        probe = (await here.document(incident_id))["probe"]
        await here.product.run_sql("UPDATE memory_documents SET probe = 'as it was once asked'")
        assert await rebuild(settings_on(here.fake, tmp_path, sqlite_record)) == 0
        assert (await here.document(incident_id))["probe"] == probe
        assert len(here.sent()) == 1


async def test_a_rebuild_that_was_cut_goes_on_where_it_was(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with world(sqlite_record, tmp_path) as here:
        for _ in range(3):
            await here.remembered()
        here.fake.held.clear()
        settings = settings_on(here.fake, tmp_path, sqlite_record)

        async def answer_no_more() -> None:
            for call in ("retain", "list_banks", "recall"):
                here.fake.answers(call, here.refusal(401))

        here.fake.during("recall", answer_no_more)
        assert await rebuild(settings) == 2
        assert "the next `memoryops memory rebuild` goes on from here" in capsys.readouterr().out
        done = list(here.fake.held)
        assert 0 < len(done) < 3
        here.fake.behaves()
        assert await rebuild(settings) == 0
        assert len(here.fake.held) == 3
        assert len(here.sent()) <= 3 + 1 + 1 + 3


async def test_what_waits_for_a_person_is_tried_again_and_named_where_it_fails(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with world(sqlite_record, tmp_path) as here:
        incident_id = await here.resolved()
        here.fake.answers("retain", here.refusal(422))
        await here.settle()
        settings = settings_on(here.fake, tmp_path, sqlite_record)
        assert await rebuild(settings) == 1
        assert f"{incident_id} waits for a person (rejected)" in capsys.readouterr().out
        here.fake.behaves()
        assert await rebuild(settings) == 0


async def test_a_rebuild_without_memory_exits_2(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await rebuild(settings_on(None, tmp_path, sqlite_record), patience_s=1) == 2
    assert "memory is unavailable (unreachable)" in capsys.readouterr().out


async def test_an_incident_that_confirms_another_gets_no_document_by_a_rebuild(
    sqlite_record: str, tmp_path: Path
) -> None:
    async with world(sqlite_record, tmp_path) as here:
        first = await here.remembered()
        confirming = await here.resolved(same_as=first)
        here.fake.held.clear()
        assert await rebuild(settings_on(here.fake, tmp_path, sqlite_record)) == 0
        assert list(here.fake.held) == [first]
        assert (await here.incidents.read(confirming))["memory"]["confirms"] == first
