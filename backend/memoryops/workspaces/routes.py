"""Signing in to the workspace of this server."""

from typing import Annotated

from fastapi import APIRouter, Request, Response, status
from pydantic import Field

from memoryops.kit.errors import SignInRequiredError
from memoryops.kit.guards import SESSION_COOKIE, is_token, session_value
from memoryops.kit.schemas import Input, Text

router = APIRouter(prefix="/session", tags=["session"])


class WrongTokenError(SignInRequiredError):
    """The access token is not this server's."""

    slug = "wrong-token"
    title = "That access token is not valid"


class SignIn(Input):
    """The access token, once; the browser keeps a cookie that scripts cannot read."""

    token: Annotated[Text, Field(min_length=1, max_length=500)]


@router.post("", status_code=status.HTTP_204_NO_CONTENT)
async def sign_in(entered: SignIn, request: Request, response: Response) -> None:
    """Sign this browser in. Without an access token configured there is nothing to sign in to."""
    token = request.app.state.runtime.settings.access_token
    if token is None:
        return
    if not is_token(token.get_secret_value(), entered.token.strip()):
        raise WrongTokenError("That is not the access token of this server (MEMORYOPS_ACCESS_TOKEN).")
    response.set_cookie(
        SESSION_COOKIE,
        session_value(token.get_secret_value()),
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        max_age=30 * 24 * 3600,
    )


@router.delete("", status_code=status.HTTP_204_NO_CONTENT)
async def sign_out(response: Response) -> None:
    """Sign this browser out."""
    response.delete_cookie(SESSION_COOKIE, httponly=True, samesite="strict")
