"""Routing rules as people keep them: listed in order, added, changed, tried before they count."""

from typing import Any

import pytest

from tests.alerts.telling import Teller
from tests.harness import API, Product, Values, answer, assert_problem

RULES = f"{API}/routing-rules"


async def names(product: Product) -> list[str]:
    return [rule["name"] for rule in answer(await product.http.get(RULES), 200)["items"]]


async def add(product: Product, **fields: Any) -> Values:
    rule = {"name": "Quiet", "action": "record", **fields}
    return answer(await product.http.post(RULES, json=rule, headers={"X-Actor": "Ada"}), 201)


async def test_a_fresh_server_has_rules_that_can_all_be_deleted_for_good(product: Product) -> None:
    rules = answer(await product.http.get(RULES), 200)
    assert [rule["name"] for rule in rules["items"]] == ["Severe alerts", "Alerts of unknown severity", "Minor alerts"]
    for rule in rules["items"]:
        assert (await product.http.delete(f"{RULES}/{rule['id']}")).status_code == 204
        assert_problem(await product.http.get(f"{RULES}/{rule['id']}"), 404)
    assert await names(product) == []


async def test_a_new_rule_is_asked_first_and_decides(product: Product, teller: Teller) -> None:
    rule = await add(product, match={"services": ["payment-*"], "labels": {"team": "*"}})
    assert (rule["position"], rule["created_by"]) == (0, "Ada")
    await teller.fires("disk", severity="sev1", labels={"team": "ledger"})
    await teller.fires("cpu", severity="sev1", service="search", labels={"team": "ledger"})
    assert (await teller.alert("disk"))["routing"]["rule"] == "Quiet"
    assert (await teller.alert("cpu"))["routing"]["decision"] == "declared"


async def test_a_rule_may_declare_at_once_by_labels_of_its_own(product: Product, teller: Teller) -> None:
    await add(product, action="declare", declare_as="investigating", group_labels=["cluster"], name="Per cluster")
    for fingerprint, cluster in (("a", "eu"), ("b", "us"), ("c", "eu")):
        await teller.fires(fingerprint, severity="sev3", labels={"cluster": cluster})
    assert [(await teller.alert(name))["incident_id"] for name in "abc"] == ["INC-101", "INC-102", "INC-101"]
    assert (await product.incidents.read("INC-102"))["status"] == "investigating"


async def test_a_rule_is_edited_switched_off_and_put_elsewhere(product: Product, teller: Teller) -> None:
    rule = await add(product)
    edited = answer(
        await product.http.patch(f"{RULES}/{rule['id']}", json={"enabled": False, "match": {"severities": ["sev1"]}}),
        200,
    )
    assert (edited["enabled"], edited["match"]["severities"], edited["name"]) == (False, ["sev1"], "Quiet")
    await teller.fires(severity="sev1")
    assert (await teller.alert())["routing"]["rule"] == "Severe alerts"
    ids = [one["id"] for one in answer(await product.http.get(RULES), 200)["items"]]
    answer(await product.http.put(f"{RULES}/order", json={"ids": ids[::-1]}), 200)
    assert (await names(product))[-1] == "Quiet"
    assert_problem(await product.http.put(f"{RULES}/order", json={"ids": ids[1:]}), 422)


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("action", {"action": "page"}),
        ("declare_as", {"declare_as": "resolved"}),
        ("match.sources.0", {"match": {"sources": ["carrier-pigeon"]}}),
        ("match.severities.0", {"match": {"severities": ["critical"]}}),
        ("match.services.0", {"match": {"services": [""]}}),
        ("window_minutes", {"window_minutes": 0}),
        ("limit_per_minute", {"limit_per_minute": 1000}),
        ("match.label", {"match": {"label": {"a": "b"}}}),
    ],
)
async def test_a_rule_that_cannot_be_is_refused_with_the_field(
    sqlite_product: Product, field: str, wrong: Values
) -> None:
    refused = await sqlite_product.http.post(RULES, json={"name": "Wrong", "action": "record", **wrong})
    problem = assert_problem(refused, 422)
    assert [error["field"] for error in problem["errors"]] == [field]


async def test_a_rule_is_tried_on_what_happened_before_it_counts(product: Product, teller: Teller) -> None:
    for number in range(4):
        await teller.fires(f"alert-{number}", severity="sev4", service=f"service-{number % 2}")
        product.clock.advance(minutes=5)
    await teller.fires("other", severity="sev4", service="search")
    rule = {"name": "Try", "action": "declare", "match": {"services": ["service-*"]}}
    async with product.unchanged():
        tried = answer(await product.http.post(f"{RULES}/preview", json={"rule": rule}), 200)
    assert {name: tried[name] for name in ("looked_at", "matched", "declared", "attached", "recorded")} == {
        "looked_at": 5,
        "matched": 4,
        "declared": 2,
        "attached": 2,
        "recorded": 0,
    }
    assert [(item["decision"], item["incident"]) for item in tried["items"]] == [
        (None, None),
        ("attached", "incident 2"),
        ("attached", "incident 1"),
        ("declared", "incident 2"),
        ("declared", "incident 1"),
    ]
