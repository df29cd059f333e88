"""Images in the texts of an incident: taken in, kept in the record, served as what they are."""

import asyncio
import hashlib
import re
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import sqlalchemy as sa

from memoryops.incidents.models import Incident
from memoryops.incidents.service import load
from memoryops.incidents.timeline.models import TimelineImage
from memoryops.incidents.timeline.pictures import Picture, redraw
from memoryops.incidents.timeline.schemas import ImageView
from memoryops.kit.clock import Clock
from memoryops.kit.db import Database, Session
from memoryops.kit.errors import ConflictError, NotFoundError
from memoryops.kit.events import announce

IMAGES = re.compile(r"/api/v1/incidents/[^/]+/images")
IMAGE_ID = re.compile(r"[0-9a-f]{32}", re.ASCII)
IMAGES_LIMIT = 200
"""Images one incident may have."""

ONE_AT_A_TIME = ThreadPoolExecutor(max_workers=1, thread_name_prefix="redraw")
"""Where pictures are redrawn: each may take 64 MB, and other work has threads of its own."""


class TooManyImagesError(ConflictError):
    """The incident has as many images as one may have."""


class ImageNotFoundError(NotFoundError):
    """The incident has no such image."""


def is_image_upload(method: str, path: str) -> bool:
    """Whether this is a call that takes an image as its body."""
    return method == "POST" and IMAGES.fullmatch(path) is not None


async def add_image(
    database: Database, workspace_id: str, incident_id: str, body: bytes, *, actor: str, clock: Clock
) -> ImageView:
    """Keep a picture with the incident; one that it has already is not kept twice.

    Raises IncidentNotFoundError, TooManyImagesError, or what `redraw` finds wrong.
    """
    async with database.reading(workspace_id) as session:
        await load(session, incident_id)
    picture = await asyncio.get_running_loop().run_in_executor(ONE_AT_A_TIME, redraw, body)
    async with database.writing(workspace_id) as session:
        incident = await load(session, incident_id, lock=True)
        return _view(incident, await _keep(session, incident, picture, actor=actor, clock=clock))


async def read_image(session: Session, incident: Incident, image_id: str) -> tuple[str, bytes]:
    """The image's media type and bytes; raises ImageNotFoundError."""
    wanted = sa.select(TimelineImage.media_type, TimelineImage.data).where(
        TimelineImage.incident_pk == incident.pk, TimelineImage.id == image_id
    )
    found = (await session.execute(wanted)).one_or_none() if IMAGE_ID.fullmatch(image_id) else None
    if found is None:
        raise ImageNotFoundError(f"{incident.id} has no image {image_id[:40]!r}.")
    return found.media_type, found.data


async def _keep(session: Session, incident: Incident, picture: Picture, *, actor: str, clock: Clock) -> TimelineImage:
    of_incident = TimelineImage.incident_pk == incident.pk
    digest = hashlib.sha256(picture.data).hexdigest()
    same = await session.scalar(sa.select(TimelineImage).where(of_incident, TimelineImage.digest == digest))
    if same is not None:
        return same
    count = await session.scalar(sa.select(sa.func.count(TimelineImage.pk)).where(of_incident)) or 0
    if count >= IMAGES_LIMIT:
        raise TooManyImagesError(f"An incident may have at most {IMAGES_LIMIT} images.", limit=IMAGES_LIMIT)
    now = clock.now()
    image = TimelineImage(
        incident_pk=incident.pk,
        id=uuid4().hex,
        digest=digest,
        media_type=picture.media_type,
        width=picture.width,
        height=picture.height,
        data=picture.data,
        added_by=actor,
        added_at=now,
    )
    session.add(image)
    news = {"change": "image_added", "revision": incident.revision, "actor": actor}
    announce(session, incident.workspace_id, "incident", incident.id, now, **news)
    return image


def _view(incident: Incident, image: TimelineImage) -> ImageView:
    url = f"/api/v1/incidents/{incident.id}/images/{image.id}"
    return ImageView(id=image.id, url=url, width=image.width, height=image.height, type=image.media_type)
