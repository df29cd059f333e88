"""Samples over HTTP: how many there are, and the one action that removes them."""

from fastapi import APIRouter

from memoryops.kit.dependencies import Actor, CurrentClock, ReadSession, WriteSession
from memoryops.kit.schemas import Output
from memoryops.samples import service

router = APIRouter(prefix="/samples", tags=["samples"])


class SampleCount(Output):
    """How many samples are visible."""

    count: int


class SamplesRemoved(Output):
    """How many samples were removed; their memory follows."""

    removed: int


@router.get("", response_model=SampleCount)
async def count_samples(session: ReadSession) -> SampleCount:
    """Count the samples."""
    return SampleCount(count=await service.count_samples(session))


@router.delete("", response_model=SamplesRemoved)
async def remove_samples(session: WriteSession, actor: Actor, clock: CurrentClock) -> SamplesRemoved:
    """Remove all samples and their memory."""
    return SamplesRemoved(removed=await service.remove_samples(session, actor=actor, clock=clock))
