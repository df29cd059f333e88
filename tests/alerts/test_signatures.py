"""Signatures, on the raw bytes: PagerDuty's, Sentry's, and those of Amazon SNS with a certificate of our own."""

import base64
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.x509.oid import NameOID

from memoryops.adapters.sns import SnsHosts
from memoryops.alerts.intake.models import Integration
from memoryops.alerts.intake.signatures import Scheme, is_signed_with, signatures_in
from memoryops.alerts.intake.sns_signatures import envelope_of, is_signed_by
from memoryops.alerts.intake.verifying import SECRETS_AT_MOST, secrets_to_try
from memoryops.alerts.port import ForeignAddress, ProviderUnavailable
from memoryops.app import create_app
from memoryops.kit.clock import ManualClock
from memoryops.runtime import build_runtime
from tests.alerts.sending import Intake, work_of_the_loop
from tests.harness import API, START, Incidents, Product, assert_problem, client_of, settings_for

MIB = 1024 * 1024
SECRET = "a-secret-of-the-source"
OLDER = "an-older-secret"
TOPIC = "arn:aws:sns:eu-west-1:123456789012:alarms"
CERTIFICATE_URL = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a1b2c3d4e5f60718293a4b5c6d7e8f9.pem"
LINK = f"https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn={TOPIC}&Token=abcdef0123456789"
NOTIFIED = ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type")
ASKED = ("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type")


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


@dataclass
class Signer:
    """Amazon SNS, as far as its signature goes."""

    key: rsa.RSAPrivateKey = field(default_factory=lambda: rsa.generate_private_key(65537, 2048))

    def certificate(self, *, valid_for: timedelta = timedelta(days=365)) -> bytes:
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sns.amazonaws.com")])
        built = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(self.key.public_key())
            .serial_number(1)
            .not_valid_before(START - timedelta(days=30))
            .not_valid_after(START - timedelta(days=30) + valid_for)
            .sign(self.key, hashes.SHA256())
        )
        return built.public_bytes(serialization.Encoding.PEM)

    def signed(self, *, version: str = "2", names: tuple[str, ...] = NOTIFIED, **fields: Any) -> dict[str, Any]:
        """A message with its signature over the lines that SNS documents."""
        message = {**MESSAGE, **fields}
        text = "".join(f"{name}\n{message[name]}\n" for name in names if name in message)
        used = hashes.SHA1() if version == "1" else hashes.SHA256()
        signature = self.key.sign(text.encode(), padding.PKCS1v15(), used)
        return {
            **message,
            "SignatureVersion": version,
            "Signature": base64.b64encode(signature).decode(),
            "SigningCertURL": fields.get("SigningCertURL", CERTIFICATE_URL),
        }


MESSAGE = {
    "Type": "Notification",
    "MessageId": "3d0b7a1e-0000-4000-8000-5f1d2c3b4a59",
    "TopicArn": TOPIC,
    "Subject": 'ALARM: "queue depth" in EU (Ireland)',
    "Message": json.dumps({"AlarmName": "queue depth", "NewStateValue": "ALARM"}),
    "Timestamp": "2026-11-30T12:00:00.000Z",
}
SIGNER = Signer()


@pytest.mark.parametrize("version", ["1", "2"])
def test_sns_signs_its_lines_in_either_version(version: str) -> None:
    certificate = SIGNER.certificate()
    asked = {"Type": "SubscriptionConfirmation", "Token": "abc", "SubscribeURL": LINK}
    signed = SIGNER.signed(version=version)
    for message in (signed, SIGNER.signed(version=version, names=ASKED, **asked)):
        envelope = envelope_of(json.dumps(message).encode())
        assert envelope is not None
        assert is_signed_by(certificate, envelope, START)
    del signed["Subject"]
    envelope = envelope_of(json.dumps(signed).encode())
    assert envelope is not None
    assert not is_signed_by(certificate, envelope, START)


def test_a_message_that_was_changed_or_signed_by_another_is_not_signed() -> None:
    certificate = SIGNER.certificate()
    for name in ("Message", "MessageId", "Timestamp", "TopicArn", "Subject"):
        envelope = envelope_of(json.dumps({**SIGNER.signed(), name: "changed"}).encode())
        assert envelope is not None
        assert not is_signed_by(certificate, envelope, START)
    envelope = envelope_of(json.dumps(SIGNER.signed()).encode())
    assert envelope is not None
    assert not is_signed_by(Signer().certificate(), envelope, START)
    assert not is_signed_by(SIGNER.certificate(valid_for=timedelta(days=1)), envelope, START)
    assert not is_signed_by(b"not a certificate", envelope, START)


@pytest.mark.parametrize(
    "changes",
    [
        {"Type": "Other"},
        {"Signature": 7},
        {"Signature": "%"},
        {"SignatureVersion": "3"},
        {"Message": {}},
        {"TopicArn": None},
    ],
    ids=str,
)
def test_what_lacks_a_part_of_a_signature_has_none(changes: dict[str, Any]) -> None:
    assert envelope_of(json.dumps({**SIGNER.signed(), **changes}).encode()) is None


FOREIGN = [
    "http://sns.eu-west-1.amazonaws.com/a.pem",
    "https://sns.eu-west-1.amazonaws.com.evil.example/a.pem",
    "https://evil.example/sns.eu-west-1.amazonaws.com/a.pem",
    "https://evil.example#sns.eu-west-1.amazonaws.com/a.pem",
    "https://sns.eu-west-1.amazonaws.com@evil.example/a.pem",
    "https://user:x@sns.eu-west-1.amazonaws.com/a.pem",
    "https://sns.eu-west-1.amazonaws.com:8443/a.pem",
    "https://sns.eu-west-1.amazonaws.com/a.txt",
    "https://sns.eu-west-1.amazonaws.com/a.pem?x=1",
    "https://sns.eu-west-1.amazonaws.com/../a.pem",
    "https://sns.eu-west-1.amazonaws.com/a/b.pem",
    "https://bucket.s3.eu-west-1.amazonaws.com/a.pem",
    "https://sns-eu-west-1.amazonaws.com/a.pem",
    "https://sns.amazonaws.com/a.pem",
    "https://sns.eu-west-1.amazonaws.com\\@evil.example/a.pem",
    "https://sns.eu-west-1.amazonaws.com/a.pem\n",
    "https://SNS.eu-west-1.amazonaws.com/a.pem",
    "https://sns.еu-west-1.amazonaws.com/a.pem",
    "https://169.254.169.254/a.pem",
    "file:///etc/a.pem",
    "",
]


class Asked(httpx.AsyncBaseTransport):
    """The other side of the adapter: counts what it was asked, and answers what a test wants."""

    def __init__(self, *answers: httpx.Response) -> None:
        self.answers = list(answers)
        self.urls: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.urls.append(str(request.url))
        return self.answers.pop(0)


@pytest.mark.parametrize("url", FOREIGN)
async def test_nothing_is_asked_at_any_other_address(url: str) -> None:
    asked = Asked()
    with pytest.raises(ForeignAddress):
        await SnsHosts(asked).fetch(url)
    with pytest.raises(ForeignAddress):
        await SnsHosts(asked).confirm(url.replace("/a.pem", "/?Action=ConfirmSubscription&TopicArn=x&Token=y"))
    assert asked.urls == []


async def test_a_certificate_is_asked_for_once() -> None:
    for url in (
        CERTIFICATE_URL,
        CERTIFICATE_URL.replace(".com/", ".com.cn/"),
        CERTIFICATE_URL.replace(".com/", ".com:443/"),
    ):
        asked = Asked(httpx.Response(200, content=b"pem"))
        hosts = SnsHosts(asked)
        assert [await hosts.fetch(url), await hosts.fetch(url)] == [b"pem", b"pem"]
        assert len(asked.urls) == 1


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(302, headers={"Location": "http://169.254.169.254/"}),
        httpx.Response(404),
        httpx.Response(200, content=b"x" * 100_000),
    ],
    ids=["redirect", "missing", "large"],
)
async def test_no_redirect_is_followed_no_large_answer_read_and_no_failure_asked_for_again_at_once(
    answer: httpx.Response,
) -> None:
    asked = Asked(answer)
    hosts = SnsHosts(asked)
    for _ in range(2):
        with pytest.raises(ProviderUnavailable):
            await hosts.fetch(CERTIFICATE_URL)
    assert asked.urls == [CERTIFICATE_URL]


async def test_a_subscription_is_confirmed_at_the_provider_only() -> None:
    asked = Asked(httpx.Response(200), httpx.Response(403))
    hosts = SnsHosts(asked)
    await hosts.confirm(LINK)
    assert asked.urls == [LINK]
    with pytest.raises(ProviderUnavailable):
        await hosts.confirm(LINK)


@dataclass
class Aws:
    """Amazon's side in a whole product: which certificates it has, and what it was asked."""

    certificates: dict[str, bytes] = field(default_factory=dict)
    fetched: list[str] = field(default_factory=list)
    confirmed: list[str] = field(default_factory=list)

    async def fetch(self, url: str) -> bytes:
        self.fetched.append(url)
        if url not in self.certificates:
            raise ProviderUnavailable("Amazon SNS could not be reached.")
        return self.certificates[url]

    async def confirm(self, url: str) -> None:
        self.confirmed.append(url)


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
            assert work.seconds < 0.1
        for source in ("generic", "pagerduty", "nothing"):
            with work_of_the_loop() as work:
                response = await intake.try_send("moi_wrong", content=of_numbers(TOPIC, MIB), source=source)
            assert response.status_code == (404 if source == "nothing" else 401)
            assert work.seconds < 0.1


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


def test_a_certificate_for_the_tests_is_valid_at_their_time() -> None:
    assert datetime(2027, 1, 1, tzinfo=UTC) > START
