"""Every failure that a person is told about.

    MemoryOpsError
    ├── BadRequestError        400  the request cannot be understood
    ├── SignInRequiredError    401  no valid access token or session
    ├── ForbiddenError         403  a foreign host or origin
    ├── NotFoundError          404  nothing with that id in this workspace
    ├── ConflictError          409  the state of things does not allow it
    ├── StaleRevisionError     412  somebody changed it since it was read
    ├── TooLargeError          413  the body is over the limit
    ├── UnsupportedMediaTypeError 415  the body is not JSON
    ├── InvalidInputError      422  the payload breaks a rule
    ├── RevisionRequiredError  428  an edit must say which revision it edits
    └── UnavailableError       503  a dependency is down

Domains derive their own classes, named for the situation, beside the function that raises them.
"""

from collections.abc import Mapping
from typing import Any, ClassVar


class MemoryOpsError(Exception):
    """Base of all; `detail` is a sentence the user may read, `extra` goes into the problem document."""

    status: ClassVar[int] = 500
    slug: ClassVar[str] = "internal-error"
    title: ClassVar[str] = "Something went wrong on our side"

    def __init__(self, detail: str, **extra: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.extra: Mapping[str, Any] = extra


class BadRequestError(MemoryOpsError):
    """The request cannot be understood."""

    status = 400
    slug = "bad-request"
    title = "The request cannot be understood"


class SignInRequiredError(MemoryOpsError):
    """No valid access token came with the request."""

    status = 401
    slug = "sign-in-required"
    title = "Sign-in required"


class ForbiddenError(MemoryOpsError):
    """The request comes from a place that may not make it."""

    status = 403
    slug = "forbidden"
    title = "Not allowed from there"


class NotFoundError(MemoryOpsError):
    """Nothing with that id exists in this workspace."""

    status = 404
    slug = "not-found"
    title = "Not found"


class ConflictError(MemoryOpsError):
    """The state of things does not allow the change."""

    status = 409
    slug = "conflict"
    title = "Conflict with the current state"


class StaleRevisionError(MemoryOpsError):
    """Somebody changed it since it was read."""

    status = 412
    slug = "stale-revision"
    title = "Somebody else changed this"


class TooLargeError(MemoryOpsError):
    """The body is over the limit."""

    status = 413
    slug = "too-large"
    title = "The request is too large"


class UnsupportedMediaTypeError(MemoryOpsError):
    """The body is not JSON, or does not say that it is."""

    status = 415
    slug = "unsupported-media-type"
    title = "The body has to be JSON"


class InvalidInputError(MemoryOpsError):
    """The payload breaks a rule of the record."""

    status = 422
    slug = "invalid-input"
    title = "The input is not valid"


class RevisionRequiredError(MemoryOpsError):
    """An edit must say which revision it edits."""

    status = 428
    slug = "revision-required"
    title = "If-Match required"


class UnavailableError(MemoryOpsError):
    """A dependency that this call needs is down."""

    status = 503
    slug = "unavailable"
    title = "A dependency is unavailable"
