"""How a request gets memory."""

from typing import Annotated

from fastapi import Depends, Request

from memoryops.memory.auditing import Auditor
from memoryops.memory.health import HealthWatch
from memoryops.memory.port import MemoryStore


async def get_memory(request: Request) -> MemoryStore:
    memory: MemoryStore = request.app.state.runtime.memory
    return memory


async def get_health(request: Request) -> HealthWatch:
    health: HealthWatch = request.app.state.runtime.health
    return health


async def get_auditor(request: Request) -> Auditor:
    auditor: Auditor = request.app.state.runtime.auditor
    return auditor


CurrentAuditor = Annotated[Auditor, Depends(get_auditor)]
Memory = Annotated[MemoryStore, Depends(get_memory)]
Health = Annotated[HealthWatch, Depends(get_health)]
