"""What the calls of the intake take and give: integrations, their tokens, deliveries."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from memoryops.alerts.intake.models import BodyForm, DeliveryState, Proof
from memoryops.alerts.reading.foreign import clean
from memoryops.kit.schemas import Input, Output, RequiredLine, Text, Time

NAME_LIMIT = 120
SOURCE_LIMIT = 64
SECRET_LIMIT = 500
OVERLAP_LIMIT_HOURS = 30 * 24
REPLAYED_AT_MOST = 500

Name = Annotated[RequiredLine, AfterValidator(clean), Field(max_length=NAME_LIMIT)]
SigningSecret = Annotated[Text, Field(min_length=8, max_length=SECRET_LIMIT, description="Write-only.")]
TopicArn = Annotated[
    str,
    StringConstraints(pattern=r"^arn:aws[a-z-]{0,12}:sns:[a-z0-9-]{1,40}:[0-9]{12}:[A-Za-z0-9_.-]{1,256}$"),
    Field(description="The SNS topic whose signature counts; anyone's topic can sign."),
]


class IntegrationCreate(Input):
    """A tool that is to send alerts; a `mapping` is for `generic`, and for a preset in place of its own."""

    source: Annotated[Text, Field(min_length=1, max_length=SOURCE_LIMIT)]
    name: Name
    mapping: dict[str, Any] | None = None
    signing_secret: SigningSecret | None = None
    topic_arn: TopicArn | None = None
    require_signature: bool = False


class IntegrationEdit(Input):
    """What is to change; a `signing_secret` or a `topic_arn` of null takes it away.

    A new signing secret leaves the one before valid for `secret_overlap_hours`.
    """

    name: Name | None = None
    mapping: dict[str, Any] | None = None
    signing_secret: SigningSecret | None = None
    secret_overlap_hours: Annotated[int, Field(ge=0, le=OVERLAP_LIMIT_HOURS)] = 24
    topic_arn: TopicArn | None = None
    require_signature: bool | None = None


class Rotate(Input):
    """For how long the tokens of before are still taken."""

    overlap_hours: Annotated[float, Field(ge=0, le=OVERLAP_LIMIT_HOURS)] = 24


class Token(Output):
    """A token as it may be shown: `hint` is its end; `active` says whether it is taken now."""

    id: str
    hint: str
    active: bool
    created_by: str
    created_at: Time
    expires_at: Time | None
    revoked_at: Time | None
    last_used_at: Time | None


class Counts(Output):
    """Deliveries by state."""

    stored: int
    parsed: int
    quarantined: int
    ignored: int


class Integration(Output):
    """An integration without its secrets; `confirmed`: its source was held against what the tool really sends."""

    id: str
    source: str
    label: str
    name: str
    confirmed: bool
    mapping: dict[str, Any] | None
    has_signing_secret: bool
    topic_arn: str | None
    can_sign: bool
    require_signature: bool
    address: str
    tokens: list[Token]
    deliveries: Counts
    last_delivery_at: Time | None
    created_by: str
    created_at: Time


class NewIntegration(Integration):
    """An integration just made, with its token: shown this once.

    `url` holds the token, for tools that cannot set a header; `address` is the same without it.
    """

    token: str
    url: str


class Accepted(Output):
    """The delivery is stored and will be interpreted."""

    delivery_id: str


class Redaction(Output):
    """What was taken out of a body: where it stood, and by which rule."""

    path: str
    rule: str


class DeliverySummary(Output):
    """A delivery without its body; `size` in bytes as received, `alerts_told` the alerts that were read in it.

    `body_removed_at` is there when the body was kept for long enough, and is gone.
    """

    id: str
    integration_id: str
    integration_name: str
    source: str
    state: DeliveryState
    kind: str | None
    reason: str | None
    received_at: Time
    parsed_at: Time | None
    form: BodyForm
    size: int
    alerts_told: int
    attempts: int
    authenticated_by: Proof
    body_removed_at: Time | None


class ToldAlert(Output):
    """An alert that the delivery told something of; `rule` is what that did to it."""

    id: str
    title: str
    status: str
    rule: str
    incident_id: str | None


class Delivery(DeliverySummary):
    """A delivery with its body as it was stored, decoded and redacted; null once it was removed.

    `confirm_url` is there when a person has to open a link before the tool sends alerts.
    """

    alerts: list[ToldAlert]
    body: Any
    redactions: list[Redaction]
    headers: dict[str, str]
    confirm_url: str | None


class ReplayMany(Input):
    """Which deliveries to interpret again: those of a state, of one source or integration alone if given."""

    state: Literal["quarantined", "ignored"] = "quarantined"
    source: Annotated[Text, Field(max_length=SOURCE_LIMIT)] | None = None
    integration: Annotated[Text, Field(max_length=40)] | None = None


class Replaying(Output):
    """How many deliveries are being interpreted again; `more`: others of the kind are left for a further call."""

    replayed: int
    more: bool
