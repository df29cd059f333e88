"""Integrations: what they are, what may be set on them, and what is shown of them."""

import pytest

from tests.alerts.sending import GENERIC, Intake
from tests.harness import API, Product, answer, assert_problem


@pytest.fixture
def product(sqlite_product: Product) -> Product:
    """On one kind of database: nothing here depends on it."""
    return sqlite_product


async def test_an_integration_is_of_a_source_and_an_alias_is_its_source(intake: Intake) -> None:
    for name, source in (("prometheus", "alertmanager"), ("azure-monitor", "azure"), ("checkly", "checkly")):
        ours = await intake.integrate(name)
        assert ours["source"] == source
        assert ours["address"].endswith(f"{API}/alerts/{source}")
        for called in (name, source):
            assert (await intake.try_send(ours["token"], {}, source=called)).status_code == 202


async def test_a_name_shows_what_it_is(intake: Intake) -> None:
    assert (await intake.integrate(name="a\u202eb\u200b \U0001f469\u200d\U0001f680"))[
        "name"
    ] == "ab \U0001f469\u200d\U0001f680"


async def test_integrations_are_listed_oldest_first(intake: Intake) -> None:
    ids = [(await intake.integrate(name=name))["id"] for name in ("First", "Second")]
    page = answer(await intake.http.get(f"{API}/integrations"), 200)
    assert [(item["id"], item["name"]) for item in page["items"]] == [(ids[0], "First"), (ids[1], "Second")]


async def test_who_made_an_integration_is_kept(intake: Intake) -> None:
    headers = {"X-Actor": "Grace"}
    wanted = {"source": "generic", "name": "Ours"}
    made = answer(await intake.http.post(f"{API}/integrations", json=wanted, headers=headers), 201)
    assert (made["created_by"], made["tokens"][0]["created_by"]) == ("Grace", "Grace")


async def test_an_unconfirmed_source_is_confirmed_by_a_delivery_that_was_read(intake: Intake) -> None:
    sources = answer(await intake.http.get(f"{API}/sources"), 200)["items"]
    unconfirmed = next(source["name"] for source in sources if not source["confirmed"])
    ours = await intake.integrate(unconfirmed, mapping={"title": "title"})
    assert not ours["confirmed"]
    assert (await intake.sent(ours["token"], GENERIC, source=unconfirmed))["state"] == "parsed"
    assert (await intake.read(ours["id"]))["confirmed"]


async def test_every_source_says_how_it_signs(intake: Intake) -> None:
    sources = answer(await intake.http.get(f"{API}/sources"), 200)["items"]
    signing = {source["name"]: source["signature"] for source in sources if source["signature"]}
    assert signing == {"pagerduty": "pagerduty", "sentry": "sentry", "cloudwatch": "sns"}
    assert {"alertmanager", "generic", "wazuh"} <= {source["name"] for source in sources}


async def test_what_cannot_be_is_refused_and_changes_nothing(product: Product, intake: Intake) -> None:
    ours = await intake.integrate()
    refused = [
        {"source": "nothing", "name": "x"},
        {"source": "generic", "name": " "},
        {"source": "generic", "name": "x" * 121},
        {"source": "generic"},
        {"source": "generic", "name": "x", "token": "mine"},
        {"source": "alertmanager", "name": "x", "mapping": {"title": "a"}},
        {"source": "generic", "name": "x", "mapping": {"title": "a["}},
        {"source": "generic", "name": "x", "mapping": {"tittle": "a"}},
    ]
    async with product.unchanged():
        for wanted in refused:
            assert_problem(await intake.http.post(f"{API}/integrations", json=wanted), 422)
        for changes in ({"mapping": {"title": "a["}}, {"name": ""}, {"source": "sentry"}, {"require_signature": True}):
            assert_problem(await intake.http.patch(f"{API}/integrations/{ours['id']}", json=changes), 422)
        for path in ("INT-99", "INT-0", "x"):
            assert_problem(await intake.http.get(f"{API}/integrations/{path}"), 404)
            assert_problem(await intake.http.patch(f"{API}/integrations/{path}", json={}), 404)
            assert_problem(await intake.http.delete(f"{API}/integrations/{path}"), 404)
            assert_problem(await intake.http.post(f"{API}/integrations/{path}/rotate", json={}), 404)


async def test_an_edit_changes_what_it_names_and_nothing_else(intake: Intake) -> None:
    ours = await intake.integrate(mapping={"title": "headline"})
    renamed = await intake.edit(ours["id"], name="Theirs")
    assert (renamed["name"], renamed["mapping"]) == ("Theirs", {"title": "headline"})
    assert (await intake.edit(ours["id"], mapping=None))["mapping"] is None
    await intake.send(ours["token"])
