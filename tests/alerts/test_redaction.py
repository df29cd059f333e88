"""Redaction: what is secret or personal is taken out and said to be; what identifies an alert stays."""

import json
from typing import Any

import pytest

from memoryops.alerts.intake.bodies import decode_json, encode
from memoryops.alerts.intake.redaction import Redactor

REDACTOR = Redactor()
SECRET = "hunter2hunter2"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJl"


def redacted(value: Any) -> Any:
    return REDACTOR.redact(value).value


def rules(value: Any) -> list[tuple[str, str]]:
    return [(one["path"], one["rule"]) for one in REDACTOR.redact(value).redactions]


@pytest.mark.parametrize(
    "name",
    """authorization Authorization Proxy-Authorization cookie Set-Cookie x-api-key X-API-Key apiKey api_key token
    access_token refreshToken secret client_secret password PASSWORD db_password DB-Password passwd pwd private_key
    privateKey secretAccessKey aws_secret_access_key routing_key service_key geniekey credentials session_id
    X-Vault-Token connection_string x-datadog-api-key X-Auth-Key secret_key_base pass db_pass dbPass SMTP_PASS
    api_keys accessKeys authTokens password1 api_key_2 private_key_pem tls_key sig X-Amz-Signature
    x-hub-signature-256 webhook_url webhookUrl password_confirmation passwordHash token_value basic_auth mysql_pwd
    sentry_dsn client_key_data ASP.NET_SessionId aws_access_key_id backup_passwords""".split(),  # noqa: SIM905
)
def test_a_field_with_the_name_of_a_secret_is_redacted(name: str) -> None:
    assert redacted({name: SECRET})[name] == f"[redacted: {name.lower()}]"
    assert SECRET not in json.dumps(redacted({name: {"deep": [SECRET]}, "list": [{name: [SECRET]}]}))


@pytest.mark.parametrize(
    "name",
    """key fingerprint dedup_key dedupKey incident_key groupKey alias id issue_id alertId tokenized_at monitor
    keyboard author_note secretary passenger message instance label alert_cycle_key primary_key key_id hash
    resource_key authority cookies_enabled author user-service token_bucket keyspace partition_key compass
    session_count bypass first_pass pass_rate password_policy token_type token_expires_at secret_name signature
    signal design api_key_name keys idempotency_key auth_method app.kubernetes.io/component pod-template-hash
    controller-revision-hash webhook_name session_state sort_key tokenizer monitor_url""".split(),  # noqa: SIM905
)
def test_a_field_with_another_name_stays(name: str) -> None:
    assert redacted({name: "value-1"}) == {name: "value-1"}


def test_what_was_redacted_is_listed_with_its_place() -> None:
    body = {
        "request": {"headers": [["Host", "x"], ["Cookie", "a=1"]], "env": {"API_KEY": "k"}},
        "user": {"email": "a@b.example"},
    }
    assert rules(body) == [
        ("request.headers[1][1]", "cookie"),
        ("request.env.API_KEY", "api_key"),
        ("user.email", "email"),
    ]


def test_empty_values_stay_empty() -> None:
    body = {"token": None, "password": "", "secret": False}
    assert redacted(body) == body


def test_what_counts_something_stays_under_the_name_of_a_secret() -> None:
    body = {
        "tokens": 17,
        "max_tokens": "4096",
        "pass": 12,
        "sig": 11,
        "password_failures": 3,
        "text": "sig=11 tokens: 9",
    }
    assert redacted(body) == body


def test_a_number_under_the_name_of_one_secret_is_redacted() -> None:
    body = {"password": 12345678, "token": 4711, "db_pass": 1234, "pin": 4711}
    assert set(redacted(body).values()) == {f"[redacted: {name}]" for name in body}


PAIRS: list[Any] = [
    [{"Name": "Authorization", "Value": SECRET}],
    [{"Key": "password", "Value": SECRET}],
    [{"name": "first", "Key": "db_pass", "VALUE": SECRET}],
    [{"title": "API key", "value": SECRET, "short": True}],
    '[{"Name": "Cookie", "Value": "' + SECRET + '"}]',
    [["Authorization", SECRET]],
    [["X-Forwarded-For", "203.0.113.9"]],
    [{"key": "db_password", "value": SECRET}],
    [{"name": "Cookie", "value": SECRET}],
    [{"header": "x-api-key", "value": SECRET}],
    [{"key": "api_key", "value": {"stringValue": SECRET}}],
    [{"name": "token", "val": SECRET}],
]


@pytest.mark.parametrize("body", PAIRS, ids=json.dumps)
def test_pairs_of_name_and_value_are_redacted_by_the_name(body: Any) -> None:
    text = json.dumps(redacted({"list": body}))
    assert SECRET not in text
    assert "203.0.113.9" not in text
    assert "[redacted: " in text


def test_pairs_with_other_names_stay() -> None:
    body = {"tags": [["level", "error"], ["url", "https://x.example/a"]], "fields": [{"key": "env", "value": "prod"}]}
    assert redacted(body) == body


def test_json_within_a_text_is_redacted_and_stays_json() -> None:
    inner = {"AlarmName": "CPU", "password": SECRET, "at": 1502709956288000110, "value": 1.5}
    message = redacted({"Message": json.dumps(inner)})["Message"]
    assert json.loads(message) == {**inner, "password": "[redacted: password]"}
    assert rules({"Message": json.dumps(inner)}) == [("Message.password", "password")]


def test_json_within_a_text_without_secrets_stays_letter_by_letter() -> None:
    body = {"Message": '{ "a" : 1.10,  "b": [1e3] }', "other": "[not json", "more": "{also not}"}
    assert redacted(body) == body


TEXTS = {
    f"Authorization: Bearer {SECRET}": "Authorization: Bearer [redacted: bearer]",
    "authorization: Basic YWRtaW46aHVudGVyMg==": "authorization: Basic [redacted: basic]",
    f"curl -H 'X-Api-Key: {SECRET}' https://x.example": "curl -H 'X-Api-Key: [redacted: x-api-key]' https://x.example",
    f"token {JWT} expired": "token [redacted: jwt] expired",
    "key AKIAIOSFODNN7EXAMPLE is old": "key [redacted: aws key] is old",
    f"password={SECRET} host=db": "password=[redacted: password] host=db",
    f"password: {SECRET}": "password: [redacted: password]",
    f"DB_PASSWORD={SECRET}; retry": "DB_PASSWORD=[redacted: db_password]; retry",
    f'{{"password": "{SECRET}", "a": 1': '{"password": "[redacted: password]", "a": 1',
    f"api_key:{SECRET},env:prod": "api_key:[redacted: api_key],env:prod",
    f"https://x.example/p?a=1&token={SECRET}&b=2#f": "https://x.example/p?a=1&token=[redacted: token]&b=2#f",
    f"https://x.example/p?X-Amz-Signature={SECRET}": "https://x.example/p?X-Amz-Signature=[redacted: x-amz-signature]",
    f"postgres://app:{SECRET}@db.internal:5432/app": "postgres://app:[redacted: password]@db.internal:5432/app",
    "ghp_" + "a1" * 18: "[redacted: github token]",
    "xoxb-123456789012-abcdefghijkl": "[redacted: slack token]",
    "sk_live_" + "a1" * 12: "[redacted: stripe key]",
    "https://hooks.slack.com/services/T0/B0/abcdef": "https://hooks.slack.com/[redacted: slack webhook]",
    "moi_" + "a1" * 21: "[redacted: api key]",
    f"Cookie: sid={SECRET}; b=2\nHost: x": "Cookie: [redacted: cookie]\nHost: x",
    "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nafter": "[redacted: private key]\nafter",
    "-----BEGIN PRIVATE KEY-----\ncut off": "[redacted: private key]",
    "Authorization: Token abcdefghij12345\nHost: x": "Authorization: [redacted: authorization]\nHost: x",
    "Authorization: Custom abcdefghij1234567890": "Authorization: [redacted: authorization]",
    "Authorization: AWS4-HMAC-SHA256 Credential=AK/2026/s3, SignedHeaders=host, Signature=5d672d79c15b": ""
    "Authorization: [redacted: authorization]",
    'Proxy-Authorization: Digest username="jane", response="6629fae49393a053"\nHost: x': "Proxy-Authorization: "
    "[redacted: proxy-authorization]\nHost: x",
    "curl -H 'Authorization: Token abcdefghij12345' https://x.example": ""
    "curl -H 'Authorization: [redacted: authorization]' https://x.example",
    "authorization=Token abcdefghij status=401": "authorization=[redacted: authorization] status=401",
    '{\\"password\\": \\"ab\\\\\\"cd\\", \\"a\\": 1}\npassword: "efgh"': '{\\"password\\": \\"[redacted: password]\\", '
    '\\"a\\": 1}\npassword: "[redacted: password]"',
    'message="refused password=abcd1234" level=error': 'message="refused password=[redacted: password]" level=error',
    "password=\n abcd1234\nhost=db": "password=\n [redacted: password]\nhost=db",
    "token: |\n  abcd1234\nhost: db": "token: |\n  [redacted: token]\nhost: db",
    "login --user jane --password abcd --verbose": "login --user jane --password [redacted: password] --verbose",
    "deploy --token 'ab cd' now": "deploy --token '[redacted: token]' now",
    "curl -u jane:abcd https://x.example": "curl -u jane:[redacted: password] https://x.example",
    "mysql -h db -pabcd app | less -px": "mysql -h db -p[redacted: password] app | less -px",
    "redis-cli -p 6379 -a abcd ping": "redis-cli -p 6379 -a [redacted: password] ping",
    "<login><c:Password type='x'>ab cd</c:Password><host>db</host></login>": "<login><c:Password type='x'>"
    "[redacted: password]</c:Password><host>db</host></login>",
    "<token><![CDATA[abcd]]></token>": "<token>[redacted: token]</token>",
    '<add key="DbPassword" value="abcd"/>': '<add key="DbPassword" value="[redacted: dbpassword]"/>',
    "postgres://app:ab@cd@db.internal/app": "postgres://app:[redacted: password]@db.internal/app",
    "postgres://app:ab/cd?e@db.internal/app": "postgres://app:[redacted: password]@db.internal/app",
    "https://app:abcd@x.example/p?at=a@b.example": "https://app:[redacted: password]@x.example/p?at=a@b.example",
    "https://discord.com/api/webhooks/123456/abcd-efgh_ij": "https://discord.com/api/[redacted: discord webhook]",
    "https://api.telegram.org/bot123456:AAabcdefgh/sendMessage": ""
    "https://api.telegram.org/bot[redacted: telegram token]/sendMessage",
    "https://x.webhook.office.com/webhookb2/a1@b2/IncomingWebhook/c3/d4": "https://x.webhook.office.com/"
    "[redacted: teams webhook]",
    "https://x.example/p?pass%77ord=abcd&b=2": "https://x.example/p?pass%77ord=[redacted: password]&b=2",
    "a=1 user[password]=abcd b=2": "a=1 user[password]=[redacted: password] b=2",
    '"api_keys": ["abcd", "efgh"], "b": [1]': '"api_keys": ["[redacted: api_keys]"], "b": [1]',
    '{"emails": ["jane@x.example"], "b': '{"emails": ["[redacted: email]"], "b',
}


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:30])
def test_secrets_are_found_in_texts_by_what_they_look_like(text: str) -> None:
    assert redacted({"message": text})["message"] == TEXTS[text]
    assert REDACTOR.redact_text(text).value == TEXTS[text]


@pytest.mark.parametrize(
    "text",
    [
        "password authentication failed for user app",
        "invalid token: expired",
        "SyntaxError: unexpected token: <",
        "basic authentication is required",
        "bearer authentication failed",
        "key: value, author: jane",
        "http://10.0.0.7:9100/metrics?query=up",
        "2026-11-30T12:00:00Z host-3 GET /v1/charge 500",
        "rate(http_requests_total{job='api'}[5m]) > 0.5",
        "secretary: jane; cookies are enabled",
        "connection to 10.0.0.7:5432 refused",
        "::1 and fe80::1 answered",
        "contact team-db@x.example",
        "authorization: denied for the caller by rule seven",
        "Authorization: Bearer token missing",
        "token: \n  expires: 3600",
        "token:\nthe line after it tells something else",
        "--- PASS: TestCharges (0.00s)",
        "use the --token option, or --password to ask",
        "docker run -u 1000:1000 app; mkdir -p deep/down",
        "http://10.0.0.7:9100/npm/@scope/package",
        "<token></token><keyspace>orders</keyspace>",
        "author=jane user-service=up keyspace=orders partition_key=7",
        "100% of tokens; cpu=95%",
    ],
)
def test_ordinary_texts_stay(text: str) -> None:
    assert redacted({"message": text, "labels": {"x": text}}) == {"message": text, "labels": {"x": text}}
    assert REDACTOR.redact_text(text).value == text


def test_the_link_of_a_handshake_stays_for_a_person_to_open() -> None:
    link = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=abcdef0123456789"
    shown = redacted({"Type": "SubscriptionConfirmation", "SubscribeURL": link, "Token": "abcdef0123456789"})
    assert shown["SubscribeURL"] == link
    assert shown["Token"] == "[redacted: token]"
    elsewhere = link.replace("amazonaws.com", "evil.example")
    assert "abcdef" not in redacted({"SubscribeURL": elsewhere})["SubscribeURL"]


def test_further_names_can_be_listed() -> None:
    redactor = Redactor(["X-Customer-Number", "badge"])
    body = {"xCustomerNumber": "4711", "badge": 7, "text": "badge=12345678"}
    assert redactor.redact(body).value == {
        "xCustomerNumber": "[redacted: xcustomernumber]",
        "badge": "[redacted: badge]",
        "text": "badge=[redacted: badge]",
    }


def test_names_of_fields_are_looked_at_too() -> None:
    assert SECRET not in json.dumps(redacted({f"https://app:{SECRET}@x.example": 1}))


def test_redacting_twice_changes_nothing_more() -> None:
    body = {"list": [*TEXTS, *PAIRS], "token": SECRET}
    once = redacted(body)
    assert redacted(once) == once
    assert redacted(body) == once


def test_numbers_stay_exact() -> None:
    text = '{"a":1502709956288000110,"b":123456789012345678901234567890,"c":1.10,"d":1E+2,"e":-0.0,"f":true,"g":null}'
    assert encode(redacted(decode_json(text))) == text


def test_the_first_of_two_is_looked_at_too() -> None:
    assert JWT not in json.dumps(redacted({"pair": [f"Bearer {JWT}", "x"], "pairs": [[JWT, "x"], ["a", JWT]]}))
