"""Where deliveries wait for the disk together: who comes while others are written goes with the next transaction."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from memoryops.alerts.intake.models import Delivery
from memoryops.kit.db import Database, Session

TOGETHER_AT_MOST: Final = 100


@dataclass(frozen=True)
class _Waiting:
    """A delivery that is to be stored, and who waits for that."""

    delivery: Delivery
    stored: "asyncio.Future[str]"


@dataclass
class Inbox:
    """Stores deliveries; one that comes alone is written at once, those of a storm share transactions."""

    database: Database
    _waiting: list[_Waiting] = field(default_factory=list)
    _writing: "asyncio.Task[None] | None" = None

    async def store(self, delivery: Delivery) -> str:
        """The id of the delivery, once it is committed; raises what the database raises."""
        waiting = _Waiting(delivery, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(), name="inbox")
        return await waiting.stored

    async def aclose(self) -> None:
        """Wait until everything that came is stored."""
        if self._writing is not None:
            await self._writing

    async def _write(self) -> None:
        try:
            while self._waiting:
                await self._write_together(self._next())
        finally:
            self._writing = None

    def _next(self) -> Sequence[_Waiting]:
        """The first that wait, of one workspace."""
        workspace_id = self._waiting[0].delivery.workspace_id
        together: list[_Waiting] = []
        others: list[_Waiting] = []
        for one in self._waiting:
            fits = one.delivery.workspace_id == workspace_id and len(together) < TOGETHER_AT_MOST
            (together if fits else others).append(one)
        self._waiting = others
        return together

    async def _write_together(self, together: Sequence[_Waiting]) -> None:
        try:
            await self.database.write(together[0].delivery.workspace_id, lambda session: _store(session, together))
        except Exception as error:
            for one in together:
                _tell(one, error)
        else:
            for one in together:
                _tell(one, None)


async def _store(session: Session, together: Sequence[_Waiting]) -> None:
    session.add_all([one.delivery for one in together])


def _tell(waiting: _Waiting, error: Exception | None) -> None:
    """Tell whoever waits, unless they went away."""
    if waiting.stored.done():
        return
    if error is None:
        waiting.stored.set_result(waiting.delivery.id)
    else:
        waiting.stored.set_exception(error)
