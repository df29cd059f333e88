"""Which names of fields, headers and parameters hold secrets, or what identifies a person: names as data."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

NAME_LIMIT: Final = 200
"""Longer names are no names of secrets; looking into them would only cost time."""

_NOT_A_LETTER: Final = re.compile(r"[^a-z0-9]+")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


SECRET: Final = _names(
    """
    authorization proxyauthorization auth authheader cookie cookies setcookie token tokens secret secrets
    password passwords passwd pwd passphrase passcode pin otp apikey xapikey apitoken xauthtoken accesskey
    accesskeyid secretkey secretaccesskey awssecretaccesskey privatekey signingkey encryptionkey masterkey
    sharedkey storagekey accountkey sshkey routingkey servicekey integrationkey licensekey geniekey appkey
    applicationkey xdatadogapikey credential credentials usercredentials bearer jwt session sessionid
    sessiontoken phpsessid jsessionid csrf xcsrf csrfmiddlewaretoken xsrf connectionstring connstr databaseurl
    dsn ssn socialsecuritynumber creditcard cardnumber ccnumber cvv cvc iban signingsecret clientsecret
    webhooksecret hmacsecret
    """
)
SECRET_ENDINGS: Final = (
    "password",
    "passwd",
    "passphrase",
    "secret",
    "secretkey",
    "token",
    "apikey",
    "privatekey",
    "accesskey",
    "signingkey",
    "credential",
    "credentials",
    "authorization",
    "cookie",
    "connectionstring",
)
SECRET_IN_ADDRESSES: Final = _names(
    """
    sig signature xamzsignature xamzcredential xamzsecuritytoken xgoogsignature xgoogcredential awsaccesskeyid
    """
)
"""Parameters that are secrets in an address alone; `signature` elsewhere is a line of a stack trace."""

PERSON: Final = _names(
    """
    user users useridentity assignee assignees assignedto assignments agent agents actor actors author authors
    creator createdby updatedby acknowledgedby resolvedby closedby owner owners reporter reporters member
    members person people recipient recipients responder responders participant participants contact contacts
    customer customers submitter
    """
)
CLIENT_ADDRESS: Final = _names(
    """
    remoteaddr remoteaddress remoteip clientip clientaddress sourceipaddress userip xforwardedfor forwardedfor
    xrealip truclientip trueclientip cfconnectingip xclusterclientip
    """
)
"""Fields that hold the address of whoever made a request; an instance's own address has other names, and stays."""

E_MAIL_ENDINGS: Final = ("email", "emailaddress", "mail", "username", "login", "useremail")
PLACE: Final = _names(
    """
    geo geoip geolocation location latitude longitude lat lon lng phone phonenumber
    """
)
"""What tells in a person's object where, or how to reach, the person."""

HANDSHAKE_LINKS: Final = frozenset({"subscribeurl"})
"""Links that a person has to open, secret parameter and all; only to the provider's own host."""

REMEMBERED: Final = 4096
"""Names whose judgement is kept; most bodies have the same few."""

WORDS: Final = (
    "passw",
    "pwd",
    "passphrase",
    "secret",
    "token",
    "key",
    "auth",
    "cookie",
    "credential",
    "session",
    "csrf",
    "xsrf",
    "bearer",
    "jwt",
    "dsn",
    "sig",
    "conn",
    "databaseurl",
    "database_url",
    "pin",
    "otp",
    "ssn",
    "iban",
    "card",
    "cvv",
    "cvc",
    "passcode",
)
"""At least one of these stands in lower case in every text that names a secret; a quick look before a slow one."""


def normal(name: str) -> str:
    """The name without case and separators: `X-Api-Key`, `x_api_key` and `xApiKey` are one."""
    return _NOT_A_LETTER.sub("", name[:NAME_LIMIT].lower())


@dataclass(frozen=True)
class Judged:
    """What a name says of the value that stands under it.

    `rule` redacts it whatever it is; `client` holds the address of a client, `place` where a person is, `e_mail`
    perhaps an e-mail address, `person` a person, and `handshake` a link that a person has to open.
    """

    rule: str | None
    client: bool
    place: str | None
    e_mail: bool
    person: bool
    handshake: bool


class SecretNames:
    """Judges names; `extra` are further ones that the operator of this server lists."""

    def __init__(self, extra: Iterable[str] = ()) -> None:
        self.extra = frozenset(name for name in map(normal, extra) if name)
        self.words = (*WORDS, *sorted(self.extra))
        self.judged = lru_cache(REMEMBERED)(self._judged)

    def _judged(self, name: str) -> Judged:
        plain = normal(name)
        return Judged(
            rule=self.rule_of(name),
            client=plain in CLIENT_ADDRESS,
            place=plain if plain in PLACE else None,
            e_mail=plain.endswith(E_MAIL_ENDINGS),
            person=plain in PERSON,
            handshake=plain in HANDSHAKE_LINKS,
        )

    def rule_of(self, name: str) -> str | None:
        """The rule by which a field of this name is redacted whatever it holds; None where none says so."""
        plain = normal(name)
        if plain in SECRET or plain in self.extra or plain.endswith(SECRET_ENDINGS):
            return _shown(name)
        return None

    def rule_in_address(self, name: str) -> str | None:
        """The same for a parameter of an address, where more names are secret."""
        return _shown(name) if normal(name) in SECRET_IN_ADDRESSES else self.rule_of(name)


def _shown(name: str) -> str:
    """The name as it stands in a placeholder: one short line."""
    return re.sub(r"[^a-z0-9_.-]+", "-", name[:60].lower()).strip("-") or "secret"
