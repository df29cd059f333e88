"""Amazon SNS over HTTPS: certificates and confirmations, from its own hosts only, without redirects, small and soon."""

import asyncio
import time
from typing import TYPE_CHECKING, Final

from memoryops.alerts.port import ForeignAddress, ProviderUnavailable
from memoryops.alerts.sns_addresses import is_certificate_address, is_confirmation_address

if TYPE_CHECKING:
    import httpx

TIMEOUT_S: Final = 5.0
BYTES_AT_MOST: Final = 64 * 1024
KEPT_S: Final = 24 * 3600.0
FAILURE_KEPT_S: Final = 30.0
KEPT_AT_MOST: Final = 16


class SnsHosts:
    """Asks Amazon SNS for what a delivery refers to; other addresses are refused before anything is sent.

    Certificates are kept for a day, and failures for half a minute, so that no sender can make it ask again and again.
    """

    def __init__(self, transport: "httpx.AsyncBaseTransport | None" = None) -> None:
        self._transport = transport
        self._kept: dict[str, tuple[float, bytes | None]] = {}
        self._asking = asyncio.Lock()

    async def fetch(self, url: str) -> bytes:
        """The certificate at the address; raises ForeignAddress and ProviderUnavailable."""
        if not is_certificate_address(url):
            raise ForeignAddress
        async with self._asking:
            ends, certificate = self._kept.get(url, (0.0, None))
            if ends <= time.monotonic():
                certificate = await self._keep(url)
        if certificate is None:
            raise ProviderUnavailable("Its certificate could not be fetched a moment ago.")
        return certificate

    async def confirm(self, url: str) -> None:
        """Open the link that confirms a subscription; raises ForeignAddress and ProviderUnavailable."""
        if not is_confirmation_address(url):
            raise ForeignAddress
        await self._get(url)

    async def _keep(self, url: str) -> bytes:
        self._kept.pop(url, None)
        while len(self._kept) >= KEPT_AT_MOST:
            self._kept.pop(next(iter(self._kept)))
        try:
            certificate = await self._get(url)
        except ProviderUnavailable:
            self._kept[url] = (time.monotonic() + FAILURE_KEPT_S, None)
            raise
        self._kept[url] = (time.monotonic() + KEPT_S, certificate)
        return certificate

    async def _get(self, url: str) -> bytes:
        # Some seven megabytes, for servers that are asked to check signatures of SNS.
        import httpx

        try:
            async with asyncio.timeout(TIMEOUT_S):
                return await self._read(url)
        except TimeoutError as error:
            raise ProviderUnavailable(f"Amazon SNS did not answer within {TIMEOUT_S:.0f} s.") from error
        except httpx.HTTPError as error:
            raise ProviderUnavailable(f"Amazon SNS could not be reached ({type(error).__name__}).") from error

    async def _read(self, url: str) -> bytes:
        import httpx

        async with (
            httpx.AsyncClient(transport=self._transport, follow_redirects=False, timeout=TIMEOUT_S) as client,
            client.stream("GET", url) as response,
        ):
            if response.status_code != httpx.codes.OK:
                raise ProviderUnavailable(f"Amazon SNS answered with status {response.status_code}.")
            content = bytearray()
            async for part in response.aiter_bytes():
                content += part
                if len(content) > BYTES_AT_MOST:
                    raise ProviderUnavailable("Amazon SNS answered with more than a certificate can be.")
            return bytes(content)
