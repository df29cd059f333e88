"""Images of incidents over HTTP."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response, status

from memoryops.incidents.dependencies import CurrentIncident, IncidentIdInPath
from memoryops.incidents.timeline import images
from memoryops.incidents.timeline.schemas import ImageView
from memoryops.kit.dependencies import Actor, CurrentClock, CurrentDatabase, CurrentWorkspace, ReadSession

router = APIRouter(prefix="/incidents/{incident_id}/images", tags=["timeline"])

BINARY = {"schema": {"type": "string", "format": "binary"}}
PICTURES = dict.fromkeys(("image/png", "image/jpeg", "image/webp"), BINARY)
BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The picture itself: PNG, JPEG, WebP or GIF, by its content.",
        "content": {**PICTURES, "image/gif": BINARY},
    }
}
HEADERS = {
    "Cache-Control": "private, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


@router.post("", status_code=status.HTTP_201_CREATED, response_model=ImageView, openapi_extra=BODY)
async def add_image(
    incident_id: IncidentIdInPath,
    request: Request,
    database: CurrentDatabase,
    workspace_id: CurrentWorkspace,
    actor: Actor,
    clock: CurrentClock,
    response: Response,
) -> ImageView:
    """Keep a picture with an incident, to be shown in its texts."""
    body = await request.body()
    image = await images.add_image(database, workspace_id, incident_id, body, actor=actor, clock=clock)
    response.headers["Location"] = image.url
    return image


@router.get("/{image_id}", response_class=Response, responses={200: {"content": PICTURES}})
async def get_image(
    session: ReadSession, incident: CurrentIncident, image_id: Annotated[str, Path(description="The image's id.")]
) -> Response:
    """Read an image; it never changes."""
    media_type, data = await images.read_image(session, incident, image_id)
    return Response(data, media_type=media_type, headers=HEADERS)
