"""Amazon's hosts: certificates and confirmations are asked for there and nowhere else, once, and in bounds."""

import httpx
import pytest

from memoryops.adapters.sns import SnsHosts
from memoryops.alerts.port import ForeignAddress, ProviderUnavailable
from tests.alerts.amazon import CERTIFICATE_URL, LINK

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
