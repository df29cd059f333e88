"""An audit over HTTP: what it finds, that it is kept, and what it says when memory cannot be asked."""

from tests.harness import API, Values, answer, as_actor, assert_problem
from tests.memory.world import World

AUDIT = f"{API}/memory/audit"


async def audit(here: World, actor: str | None = None) -> Values:
    return answer(await here.product.http.post(AUDIT, headers=as_actor(actor)), 200)


async def last(here: World) -> Values | None:
    found: Values | None = answer(await here.product.http.get(AUDIT), 200)["last"]
    return found


async def test_before_the_first_audit_there_is_none(here: World) -> None:
    assert await last(here) is None


async def test_a_memory_that_matches_is_clean_and_the_audit_is_kept(on_each: World) -> None:
    here = on_each
    await here.remembered()
    done = await audit(here, actor="Ada")
    assert (done["expected"], done["held"], done["pending"], done["clean"]) == (1, 1, 0, True)
    assert (done["differences"], done["asked_by"], done["bank_id"]) == ([], "Ada", "memoryops-default")
    assert await last(here) == done


async def test_every_kind_of_difference_is_named(on_each: World) -> None:
    here = on_each
    lost, old, retagged, gone = [await here.remembered() for _ in range(4)]
    kept = here.held(gone)
    await here.incidents.reopen(gone)
    await here.settle()
    here.fake.held[gone] = kept
    del here.fake.held[lost]
    here.held(old).metadata = {**here.held(old).metadata, "revision": "1"}
    here.held(retagged).tags = ["workspace:default"]
    here.hold("copy", tags=kept.tags, metadata=kept.metadata)
    here.hold("notes", tags=[], metadata={})
    done = await audit(here)
    found = [(one["document_id"], one["kind"]) for one in done["differences"]]
    assert found == [
        (lost, "missing"),
        (old, "stale"),
        (retagged, "wrong_tags"),
        (gone, "extra"),
        ("copy", "duplicate"),
        ("notes", "extra"),
    ]
    stale = done["differences"][1]
    assert (stale["state"], stale["expected_revision"], stale["held_revision"]) == ("ready", 2, 1)
    assert (done["expected"], done["held"], done["clean"]) == (3, 5, False)


async def test_what_is_on_its_way_is_pending_and_no_difference(here: World) -> None:
    await here.resolved()
    edited = await here.remembered()
    await here.incidents.edit(edited, resolution="Closed the leak.")
    done = await audit(here)
    assert (done["clean"], done["pending"]) == (True, 1)


async def test_what_changes_while_memory_is_asked_is_pending(here: World) -> None:
    incident_id = await here.remembered()

    async def reopen() -> None:
        here.clock.advance(seconds=1)
        await here.incidents.reopen(incident_id)
        await here.settle()

    here.fake.during("list_documents", reopen)
    done = await audit(here)
    assert (done["clean"], done["pending"]) == (True, 1)


async def test_an_audit_changes_nothing_but_its_own_table(here: World) -> None:
    await here.remembered()
    here.fake.held.clear()
    before = await here.product.contents()
    await audit(here)
    after = await here.product.contents()
    assert {name for name in after if after[name] != before[name]} == {"memory_audits"}


async def test_a_memory_that_cannot_be_asked_is_a_problem_with_its_reason(here: World) -> None:
    here.fake.answers("list_documents", here.refusal(401))
    problem = assert_problem(await here.product.http.post(AUDIT), 503, "memory-unavailable")
    assert problem["reason"] == "unauthorized"
    assert "HINDSIGHT_API_KEY" in problem["advice"]
    assert await last(here) is None


async def test_the_newest_fifty_audits_are_kept(on_each: World) -> None:
    here = on_each
    numbers = [(await audit(here))["id"] for _ in range(52)]
    kept = [row[0] for row in (await here.product.contents())["memory_audits"]]
    assert kept == numbers[2:]
