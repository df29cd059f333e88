"""How a request gets memory."""

from typing import Annotated

from fastapi import Depends, Request

from memoryops.memory.health import HealthWatch
from memoryops.memory.port import MemoryStore


async def get_memory(request: Request) -> MemoryStore:
    memory: MemoryStore = request.app.state.runtime.memory
    return memory


async def get_health(request: Request) -> HealthWatch:
    health: HealthWatch = request.app.state.runtime.health
    return health


Memory = Annotated[MemoryStore, Depends(get_memory)]
Health = Annotated[HealthWatch, Depends(get_health)]
