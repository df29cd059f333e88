"""Signatures with a shared secret, on the raw bytes: PagerDuty's and Sentry's, and how the secret is kept."""

import hashlib
import hmac
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from memoryops.alerts.intake.models import Integration
from memoryops.alerts.intake.signatures import Scheme, is_signed_with, signatures_in
from memoryops.alerts.intake.verifying import SECRETS_AT_MOST, secrets_to_try
from tests.alerts.amazon import TOPIC
from tests.alerts.sending import Intake
from tests.harness import API, START, Product, assert_problem

SECRET = "a-secret-of-the-source"
OLDER = "an-older-secret"


@pytest.fixture
def product(sqlite_product: Product) -> Product:
    """SQLite alone: signatures do not depend on the store."""
    return sqlite_product


def digest(secret: str, body: bytes) -> str:
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def test_the_digest_is_the_known_one() -> None:
    known = "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8"
    assert is_signed_with(["key"], [known], b"The quick brown fox jumps over the lazy dog")
    assert not is_signed_with(["key"], [known], b"The quick brown fox jumps over the lazy dog.")


def test_of_several_signatures_and_secrets_one_pair_suffices() -> None:
    offered = signatures_in(Scheme.pagerduty, f"v1={digest('x', b'a')}, v1={digest(OLDER, b'a')}")
    assert is_signed_with([SECRET, OLDER], offered, b"a")
    assert not is_signed_with([SECRET], offered, b"a")
    assert not is_signed_with([], offered, b"a")
    assert not is_signed_with([SECRET], [], b"a")


@pytest.mark.parametrize("header", ["", "v1=", "v2=" + "a" * 64, "v1=" + "g" * 64, "v1=abc", "a" * 64, "é"])
def test_what_is_no_signature_of_pagerduty_offers_none(header: str) -> None:
    assert signatures_in(Scheme.pagerduty, header) == []


async def signed(
    intake: Intake, source: str, header: str, value: str, body: bytes, token: str | None = None
) -> httpx.Response:
    return await intake.try_send(token, content=body, source=source, headers={header: value})


SIGNING = [("pagerduty", "X-PagerDuty-Signature", "v1={}"), ("sentry", "Sentry-Hook-Signature", "{}")]
BODY = b'{ "event" : {"odd":  "spacing"} }'


@pytest.mark.parametrize(("source", "header", "form"), SIGNING)
async def test_a_signature_suffices_and_a_wrong_one_does_not(
    intake: Intake, source: str, header: str, form: str
) -> None:
    await intake.integrate(source)
    ours = await intake.integrate(source, signing_secret=SECRET)
    response = await signed(intake, source, header, form.format(digest(SECRET, BODY)), BODY)
    assert response.status_code == 202
    delivery = await intake.interpreted(response.json()["delivery_id"])
    assert (delivery["integration_id"], delivery["authenticated_by"]) == (ours["id"], "signature")
    for value, body in (
        (digest(SECRET, BODY), BODY + b" "),
        (digest(SECRET, json.dumps(json.loads(BODY)).encode()), BODY),
        (digest("wrong", BODY), BODY),
        ("", BODY),
    ):
        assert_problem(await signed(intake, source, header, form.format(value), body), 401, "no-integration")
    assert await intake.deliveries() == [delivery["id"]]


@pytest.mark.parametrize(("source", "header", "form"), SIGNING)
async def test_an_integration_can_be_set_to_require_the_signature(
    intake: Intake, source: str, header: str, form: str
) -> None:
    ours = await intake.integrate(source, signing_secret=SECRET, require_signature=True)
    token = ours["token"]
    assert (await intake.try_send(token, content=BODY, source=source)).status_code == 401
    assert (await signed(intake, source, header, form.format(digest("wrong", BODY)), BODY, token)).status_code == 401
    assert (await signed(intake, source, header, form.format(digest(SECRET, BODY)), BODY, token)).status_code == 202
    await intake.edit(ours["id"], require_signature=False)
    assert (await intake.try_send(token, content=BODY, source=source)).status_code == 202


@pytest.mark.parametrize(("source", "header", "form"), SIGNING)
async def test_a_token_that_leads_nowhere_does_not_spoil_a_signature(
    intake: Intake, source: str, header: str, form: str
) -> None:
    ours, foreign = await intake.integrate(source, signing_secret=SECRET), await intake.integrate()
    value = form.format(digest(SECRET, BODY))
    for token in ("of a proxy", "moi_wrong", foreign["token"]):
        response = await signed(intake, source, header, value, BODY, token)
        assert response.status_code == 202
        delivery = await intake.delivery(response.json()["delivery_id"])
        assert (delivery["integration_id"], delivery["authenticated_by"]) == (ours["id"], "signature")
        in_address = await intake.http.post(f"{API}/alerts/{source}/{token}", content=BODY, headers={header: value})
        assert in_address.status_code == 202
    await intake.edit(ours["id"], require_signature=True)
    assert (await signed(intake, source, header, value, BODY, "moi_wrong")).status_code == 202
    assert (await signed(intake, source, header, value, BODY + b" ", "moi_wrong")).status_code == 401


async def test_a_token_that_suffices_is_not_spoiled_by_a_wrong_signature(intake: Intake) -> None:
    ours = await intake.integrate("pagerduty", signing_secret=SECRET)
    value = f"v1={digest('wrong', BODY)}"
    response = await signed(intake, "pagerduty", "X-PagerDuty-Signature", value, BODY, ours["token"])
    assert (await intake.delivery(response.json()["delivery_id"]))["authenticated_by"] == "token"


def test_so_many_secrets_are_tried_and_the_newest_of_each_first() -> None:
    kept = [{"sealed": "new", "expires_at": None}, {"sealed": "old", "expires_at": (START - timedelta(1)).isoformat()}]
    many = [Integration(name=str(number), signing_secrets=kept) for number in range(SECRETS_AT_MOST + 1)]
    tried = secrets_to_try(many, START)
    assert {sealed for _, sealed in tried} == {"new"}
    assert [owner for owner, _ in tried] == many[:SECRETS_AT_MOST]


async def test_while_a_secret_is_changed_both_are_taken(product: Product, intake: Intake) -> None:
    ours = await intake.integrate("pagerduty", signing_secret=OLDER)
    await intake.edit(ours["id"], signing_secret=SECRET, secret_overlap_hours=2)

    async def taken(secret: str) -> bool:
        value = f"v1={digest('unrelated', BODY)},v1={digest(secret, BODY)}"
        return (await signed(intake, "pagerduty", "X-PagerDuty-Signature", value, BODY)).status_code == 202

    assert [await taken(SECRET), await taken(OLDER)] == [True, True]
    product.clock.advance(hours=2)
    assert [await taken(SECRET), await taken(OLDER)] == [True, False]
    assert not (await intake.edit(ours["id"], signing_secret=None))["has_signing_secret"]
    assert not await taken(SECRET)


def files_with(text: str, folder: Path) -> list[str]:
    """Files that hold the text, the database and its journal among them."""
    return [path.name for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]


async def test_signing_secrets_are_sealed_and_never_shown(product: Product, intake: Intake, tmp_path: Path) -> None:
    ours = await intake.integrate("sentry", signing_secret=SECRET)
    assert ours["has_signing_secret"]
    assert SECRET not in json.dumps(ours)
    assert SECRET not in (await intake.http.get(f"/api/v1/integrations/{ours['id']}")).text
    assert SECRET not in repr(await product.contents())
    assert files_with(SECRET, tmp_path) == []
    key = product.runtime.settings.data_dir / "secret.key"
    assert key.stat().st_mode & 0o777 == 0o600


async def test_a_secret_whose_key_is_gone_opens_nothing(product: Product, intake: Intake) -> None:
    ours = await intake.integrate("sentry", signing_secret=SECRET)
    (product.runtime.settings.data_dir / "secret.key").write_bytes(b"another key, of another server")
    response = await signed(intake, "sentry", "Sentry-Hook-Signature", digest(SECRET, BODY), BODY)
    assert_problem(response, 401)
    assert (await intake.try_send(ours["token"], content=BODY, source="sentry")).status_code == 202


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("alertmanager", {"signing_secret": SECRET}),
    ("alertmanager", {"require_signature": True}),
    ("cloudwatch", {"signing_secret": SECRET}),
    ("cloudwatch", {"require_signature": True}),
    ("pagerduty", {"require_signature": True}),
    ("pagerduty", {"topic_arn": TOPIC}),
    ("cloudwatch", {"topic_arn": "arn:aws:s3:::bucket"}),
    ("pagerduty", {"signing_secret": "short"}),
]


async def test_what_a_source_cannot_have_is_refused(product: Product, intake: Intake) -> None:
    async with product.unchanged():
        for source, fields in REFUSED:
            assert_problem(await intake.try_integrate(source, **fields), 422)
