"""Which names of fields, headers and parameters hold secrets, or what identifies a person: names as data.

A name is judged by its parts, so that `apiKey2`, `old_api_keys` and `X-Api-Key` are one; what follows a secret's word
decides: `private_key_pem` still holds it, `token_bucket` and `password_failures` hold something else.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Flag
from functools import lru_cache
from typing import Final
from urllib.parse import unquote_plus

NAME_LIMIT: Final = 200
"""Longer names are no names of secrets; looking into them would only cost time."""

_NOT_A_LETTER: Final = re.compile(r"[^a-z0-9]+")
_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


SECRET: Final = _names(
    """
    authorization proxyauthorization auth authheader auths cookie setcookie token secret password passwd pwd
    passphrase passcode pin otp apikey xapikey apitoken xauthtoken accesskey secretkey privatekey signingkey
    encryptionkey masterkey sharedkey storagekey accountkey sshkey routingkey servicekey integrationkey
    licensekey geniekey appkey applicationkey xdatadogapikey credential usercredentials bearer jwt session
    phpsessid jsessionid csrf xcsrf csrfmiddlewaretoken xsrf databaseurl dsn ssn socialsecuritynumber creditcard
    ccnumber cvv cvc iban dockerconfigjson kubeconfig clientkeydata
    """
)
SECRET_ENDINGS: Final = (
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "secret",
    "secretkey",
    "token",
    "apikey",
    "privatekey",
    "accesskey",
    "accesskeyid",
    "signingkey",
    "authkey",
    "credential",
    "authorization",
    "cookie",
    "sessionid",
    "connectionstring",
    "connstr",
    "cardnumber",
    "webhookurl",
    "dbpass",
    "userpass",
    "adminpass",
    "rootpass",
)
LAST_PARTS: Final = _names("pass pwd pw otp jwt dsn ssn iban cvv cvc csrf xsrf sig")
"""Too short to be looked for at the end of a longer word: `compass` and `signal` have them as well."""

KEYS: Final = _names(
    """
    auth api access secret private signing encryption decryption master ssh deploy hmac ssl tls pgp gpg rsa jwt
    session webhook hook
    """
)
AUTHS: Final = _names("basic http proxy x smtp registry digest redis")
SIGNATURES: Final = _names("amz goog hub hook webhook stripe slack")
"""What a `key`, an `auth` or a `signature` is a secret of; alone, or of anything else, they tell something else."""

ADDRESS_PARTS: Final = _names("url uri address link endpoint")
STILL_HOLDING: Final = _names(
    """
    base pem der hex b64 base64 value text plain plaintext string raw json data content current previous old new
    backup hash hashed digest confirm confirmation repeat again v
    """
)
"""After the word of a secret, as numbers do: the value is the secret, or as good as it."""

NO_PASSWORDS: Final = _names("first second third last next low high band all multi single one two render boarding by")
"""Before `pass`: a pass of something else."""

SECRET_IN_ADDRESSES: Final = _names(
    """
    sig signature xamzsignature xamzcredential xamzsecuritytoken xgoogsignature xgoogcredential awsaccesskeyid
    """
)
"""Parameters that are secrets in an address alone; `signature` elsewhere is a line of a stack trace."""

COUNTED_ALONE: Final = frozenset({"pass", "sig"})
"""Alone with a number: how many tests passed, which signal it was."""

PERSON: Final = _names(
    """
    user users useridentity assignee assignees assignedto assignments agent agents actor actors author authors
    creator createdby updatedby acknowledgedby resolvedby closedby owner owners reporter reporters member
    members person people recipient recipients responder responders participant participants contact contacts
    customer customers submitter
    """
)
PERSON_LAST: Final = _names("user assignee requester approver owner acknowledger subscriber customer employee visitor")
"""As the last part of a name, in singular or plural: `impersonated_user`."""

MAIL_LAST: Final = _names("email mail mailto to from cc bcc sender source caller invitee login username triggeredby")
"""Where an e-mail address is a person's, though much else may stand there."""

CLIENT_ADDRESS: Final = _names(
    """
    remoteaddr remoteaddress remoteip clientip clientaddress sourceipaddress userip xforwardedfor forwardedfor
    xrealip truclientip trueclientip cfconnectingip xclusterclientip
    """
)
"""Fields that hold the address of whoever made a request; an instance's own address has other names, and stays."""

CLIENT_PARTS: Final = _names("client user remote caller visitor customer requester")
CLIENT: Final = _names("client clients visitor request httprequest")
MACHINE_LAST: Final = _names(
    """
    label host instance node server machine vm pod container target tag dimension resource device interface
    endpoint monitor check network
    """
)
"""Whose own `ipAddress` it is in these, in singular or plural."""

E_MAIL_ENDINGS: Final = ("email", "emailaddress", "mail", "username", "login", "useremail")
PLACE: Final = _names(
    """
    geo geoip geolocation location latitude longitude lat lon lng phone phonenumber mobile mobilenumber
    address street streetaddress postaladdress homeaddress postalcode postcode zipcode zip city
    """
)
"""What tells in a person's object where, or how to reach, the person."""

HANDSHAKE_LINKS: Final = frozenset({"subscribeurl"})
"""Links that a person has to open, secret parameter and all; only to the provider's own host."""

REMEMBERED: Final = 4096
"""Names whose judgement is kept; most bodies have the same few."""

WORDS: Final = _names(
    """
    pass pw secret token key auth cookie credential session csrf xsrf bearer jwt dsn sig conn databaseurl database_url
    database-url pin otp ssn iban card cvv cvc sessid webhook hook kubeconfig dockerconfig
    """
)
"""At least one of these stands in lower case in every text that names a secret; a quick look before a slow one."""


def normal(name: str) -> str:
    """The name without case and separators: `X-Api-Key`, `x_api_key`, `xApiKey` and `x%2Dapi%2Dkey` are one."""
    return _normal(name[:NAME_LIMIT])


@lru_cache(REMEMBERED)
def _normal(name: str) -> str:
    return _NOT_A_LETTER.sub("", _plain(name).lower())


def _plain(name: str) -> str:
    name = name[:NAME_LIMIT]
    return unquote_plus(unquote_plus(name)) if "%" in name else name


def _singular(part: str) -> str:
    return part[:-1] if part.endswith("s") and not part.endswith("ss") else part


def _core(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The parts without what may follow a secret's word and changes nothing: `password1`, `secret_key_base`."""
    end = len(parts)
    while end > 0 and (parts[end - 1].isdigit() or parts[end - 1] in STILL_HOLDING):
        end -= 1
    return parts[:end]


class About(Flag):
    """Of whom an object tells: of a person, to whom a mail goes, of a client of the service, of a machine."""

    NOBODY = 0
    PERSON = 1
    MAIL = 2
    CLIENT = 4
    MACHINE = 8


@dataclass(frozen=True)
class Judged:
    """What a name says of the value that stands under it.

    `rule` redacts it whatever it is, unless it is `counted` and the value a count; `client` holds the address of a
    client, `ip_address` does where it is no machine's, and `place` where a person is; `about` is told of whom the value
    tells, and `handshake` is a link that a person has to open.
    """

    rule: str | None
    counted: bool
    client: bool
    ip_address: bool
    place: str | None
    about: About | None
    handshake: bool

    @property
    def tells(self) -> bool:
        """Whether the name says anything at all."""
        return self.rule is not None or self.client or self.ip_address or self.about is not None


class SecretNames:
    """Judges names; `extra` are further ones that the operator of this server lists."""

    def __init__(self, extra: Iterable[str] = ()) -> None:
        self.extra = frozenset(name for name in map(normal, extra) if name)
        self.words = (*sorted(WORDS), *sorted(self.extra))
        self._remembered = lru_cache(REMEMBERED)(self._judged)

    def judged(self, name: str) -> Judged:
        """What the name says; remembered by its beginning alone, so that no long name stays in memory."""
        return self._remembered(name[:NAME_LIMIT])

    def _judged(self, name: str) -> Judged:
        plain = normal(name)
        parts = tuple(part.lower() for part in _PART.findall(_plain(name)))
        return Judged(
            rule=_shown(name) if plain in self.extra or _is_secret(plain, parts) else None,
            counted=plain not in self.extra and _is_counted(plain, parts),
            client=plain in CLIENT_ADDRESS or _is_client_s(parts),
            ip_address=plain == "ipaddress",
            place=plain if plain in PLACE else None,
            about=_about(plain, parts),
            handshake=plain in HANDSHAKE_LINKS,
        )

    def rule_of(self, name: str) -> str | None:
        """The rule by which a field of this name is redacted whatever it holds; None where none says so."""
        return self.judged(name).rule

    def rule_in_address(self, name: str) -> str | None:
        """The same for a parameter of an address, where more names are secret."""
        return _shown(name) if normal(name) in SECRET_IN_ADDRESSES else self.rule_of(name)


def _is_secret(plain: str, parts: tuple[str, ...]) -> bool:
    core = _core(parts)
    joined = "".join(core)
    return (
        any(one in SECRET or _singular(one).endswith(SECRET_ENDINGS) for one in (plain, joined))
        or (bool(core) and _ends_in_a_secret(core[:-1], _singular(core[-1])))
    )  # fmt: skip


def _ends_in_a_secret(before: tuple[str, ...], last: str) -> bool:
    of = before[-1] if before else ""
    if last == "key":
        return of in KEYS
    if last == "auth":
        return of in AUTHS
    if last == "signature":
        return of in SIGNATURES or before[:1] == ("x",)
    if last in ADDRESS_PARTS:
        return of == "webhook"
    return last in LAST_PARTS and not (last == "pass" and of in NO_PASSWORDS)


def _is_counted(plain: str, parts: tuple[str, ...]) -> bool:
    return plain in COUNTED_ALONE or (bool(parts) and _singular(parts[-1]) != parts[-1])


def _is_client_s(parts: tuple[str, ...]) -> bool:
    """Whether it is the IP address of a client: `user_ip_address`, `clientIp`."""
    ending = 1 if parts[-1:] == ("ip",) else 2 if parts[-2:-1] == ("ip",) and parts[-1] in ("address", "addr") else 0
    return ending > 0 and not CLIENT_PARTS.isdisjoint(parts[:-ending])


def _about(plain: str, parts: tuple[str, ...]) -> About | None:
    last = _singular(parts[-1]) if parts else ""
    if plain in PERSON or last in PERSON_LAST:
        return About.PERSON
    if plain.endswith(E_MAIL_ENDINGS) or last in MAIL_LAST or (last == "by" and len(parts) > 1):
        return About.MAIL
    if plain in CLIENT:
        return About.CLIENT
    return About.MACHINE if last in MACHINE_LAST else None


def _shown(name: str) -> str:
    """The name as it stands in a placeholder: one short line."""
    return re.sub(r"[^a-z0-9_.-]+", "-", _plain(name)[:60].lower()).strip("-") or "secret"
