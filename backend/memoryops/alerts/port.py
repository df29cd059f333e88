"""What the intake asks of the outside world, and nothing else: a signer's certificate, and a subscription confirmed."""

from typing import Protocol


class ProviderUnavailable(Exception):
    """The provider's host did not give what was asked of it; `reason` says how, without an address."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ForeignAddress(Exception):
    """The address is not one of the provider's own, so nothing was asked there."""


class Certificates(Protocol):
    """Gives the certificates that a provider signs with."""

    async def fetch(self, url: str) -> bytes:
        """The certificate in PEM; raises ForeignAddress and ProviderUnavailable."""
        ...


class Subscriptions(Protocol):
    """Confirms that a provider may send here."""

    async def confirm(self, url: str) -> None:
        """Open the provider's link; raises ForeignAddress and ProviderUnavailable."""
        ...
