"""Messages of Amazon SNS: whose signature lets them in, and what its handshake waits for."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from memoryops.alerts.intake.bodies import decode
from memoryops.app import create_app
from memoryops.kit.clock import ManualClock
from memoryops.runtime import build_runtime
from tests.alerts.amazon import ASKED, CERTIFICATE_URL, LINK, SIGNER, TOPIC, Aws, Signer
from tests.alerts.sending import Intake, work_of_the_loop
from tests.harness import START, Incidents, Product, assert_problem, client_of, settings_for

MIB = 1024 * 1024


@pytest.fixture
def aws() -> Aws:
    return Aws({CERTIFICATE_URL: SIGNER.certificate()})


@pytest_asyncio.fixture
async def product(sqlite_record: str, tmp_path: Path, aws: Aws) -> AsyncIterator[Product]:
    """The product with Amazon's side in a test's hands."""
    clock = ManualClock(START)
    settings = settings_for(tmp_path, sqlite_record)
    runtime = build_runtime(settings, clock=clock, certificates=aws, subscriptions=aws)
    app = create_app(runtime)
    async with app.router.lifespan_context(app), client_of(app) as http:
        yield Product(app, runtime, clock, http, Incidents(http))


async def send_sns(intake: Intake, message: dict[str, Any], token: str | None = None) -> httpx.Response:
    content = json.dumps(message).encode()
    return await intake.try_send(token, content=content, source="cloudwatch", headers={"Content-Type": "text/plain"})


async def test_sns_signs_for_the_topic_that_a_person_named(intake: Intake, aws: Aws) -> None:
    ours = await intake.integrate("cloudwatch", topic_arn=TOPIC)
    response = await send_sns(intake, SIGNER.signed())
    assert response.status_code == 202
    delivery = await intake.interpreted(response.json()["delivery_id"])
    assert (delivery["integration_id"], delivery["authenticated_by"]) == (ours["id"], "signature")
    for message in (
        SIGNER.signed(TopicArn="arn:aws:sns:eu-west-1:999999999999:theirs"),
        Signer().signed(),
        {**SIGNER.signed(), "Message": "changed"},
        {**SIGNER.signed(), "SigningCertURL": "https://evil.example/a.pem"},
    ):
        assert_problem(await send_sns(intake, message), 401)
    assert await intake.deliveries() == [delivery["id"]]
    assert set(aws.fetched) == {CERTIFICATE_URL}


def of_numbers(topic: str, size: int) -> bytes:
    """An envelope that is slow to decode."""
    numbers = b"1.5," * (size // 4 - 100)
    return b'{"Type": "Notification", "TopicArn": "' + topic.encode() + b'", "a": [' + numbers + b"1]}"


async def test_whoever_has_no_token_does_not_keep_the_server_busy(product: Product, intake: Intake) -> None:
    await intake.integrate("cloudwatch", topic_arn=TOPIC)
    with work_of_the_loop() as decoding:
        decode(of_numbers(TOPIC, MIB // 4).decode(), "application/json")
    async with product.unchanged():
        for content in (
            of_numbers(TOPIC, MIB),
            of_numbers(TOPIC, MIB // 4),
            of_numbers("arn:aws:sns:eu-west-1:999999999999:theirs", MIB // 4),
            b'"TopicArn"' * (MIB // 10),
            b'"TopicArn": "arn:aws:sns:' * (MIB // 100),
        ):
            with work_of_the_loop() as work:
                assert_problem(await intake.try_send(None, content=content, source="cloudwatch"), 401)
            assert work.seconds < decoding.seconds / 2
        for source in ("generic", "pagerduty", "nothing"):
            with work_of_the_loop() as work:
                response = await intake.try_send("moi_wrong", content=of_numbers(TOPIC, MIB), source=source)
            assert response.status_code == (404 if source == "nothing" else 401)
            assert work.seconds < decoding.seconds / 2


async def test_an_envelope_is_as_large_as_sns_sends_them_unless_a_token_vouches_for_it(intake: Intake) -> None:
    ours = await intake.integrate("cloudwatch", topic_arn=TOPIC)
    large, too_large = SIGNER.signed(Message="x" * 250_000), SIGNER.signed(Message="x" * 262_144)
    assert (await send_sns(intake, large)).status_code == 202
    assert (await send_sns(intake, too_large)).status_code == 401
    assert (await send_sns(intake, too_large, ours["token"])).status_code == 202


async def test_the_topic_that_counts_is_the_one_that_was_signed(intake: Intake) -> None:
    await intake.integrate("cloudwatch", topic_arn=TOPIC)
    theirs = json.dumps(SIGNER.signed(TopicArn="arn:aws:sns:eu-west-1:999999999999:theirs"))
    for content in (f'{{"TopicArn": "{TOPIC}", {theirs[1:]}', f'{theirs[:-1]}, "a": {{"TopicArn": "{TOPIC}"}}}}'):
        assert_problem(await intake.try_send(None, content=content, source="cloudwatch"), 401)


async def test_no_certificate_is_fetched_unless_a_person_asked_for_signatures(intake: Intake, aws: Aws) -> None:
    ours = await intake.integrate("cloudwatch")
    assert (await send_sns(intake, SIGNER.signed(), ours["token"])).status_code == 202
    assert (await send_sns(intake, SIGNER.signed())).status_code == 401
    assert aws.fetched == []


async def test_a_signature_that_cannot_be_checked_now_is_to_be_sent_again(intake: Intake, aws: Aws) -> None:
    ours = await intake.integrate("cloudwatch", topic_arn=TOPIC, require_signature=True)
    assert (await send_sns(intake, SIGNER.signed(), ours["token"])).status_code == 202
    aws.certificates.clear()
    assert_problem(await send_sns(intake, SIGNER.signed(), ours["token"]), 503, "signature-unchecked")
    assert_problem(await send_sns(intake, {"Type": "Notification"}, ours["token"]), 401)


async def test_a_handshake_is_ignored_until_a_person_confirms_it(intake: Intake, aws: Aws) -> None:
    ours = await intake.integrate("cloudwatch")
    asks = {"Type": "SubscriptionConfirmation", "Token": "abcdef0123456789", "SubscribeURL": LINK}
    response = await send_sns(intake, SIGNER.signed(names=ASKED, **asks), ours["token"])
    delivery = await intake.interpreted(response.json()["delivery_id"])
    assert (delivery["state"], delivery["kind"], delivery["confirm_url"]) == (
        "ignored",
        "subscription_confirmation",
        LINK,
    )
    assert aws.confirmed == []
    confirmed = await intake.http.post(f"/api/v1/deliveries/{delivery['id']}/confirm", headers={"X-Actor": "Grace"})
    assert confirmed.status_code == 200
    assert aws.confirmed == [LINK]
    assert "confirmed by Grace" in confirmed.json()["reason"]


async def test_what_asks_for_no_confirmation_is_not_confirmed(intake: Intake, aws: Aws) -> None:
    ours = await intake.integrate("cloudwatch")
    response = await send_sns(intake, SIGNER.signed(), ours["token"])
    path = f"/api/v1/deliveries/{response.json()['delivery_id']}/confirm"
    await intake.interpreted(response.json()["delivery_id"])
    assert_problem(await intake.http.post(path), 409, "nothing-to-confirm")
    assert_problem(await intake.http.post("/api/v1/deliveries/DLV-999/confirm"), 404)
    assert aws.confirmed == []
