"""The composition root: what one process is made of. The only module that imports adapters."""

import os
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from memoryops.adapters.chat_endpoint import parse_endpoint
from memoryops.adapters.hindsight import HindsightMemory
from memoryops.adapters.hindsight_connection import Connection
from memoryops.adapters.hindsight_environment import ReflectModel
from memoryops.adapters.hindsight_server import HindsightServer
from memoryops.adapters.no_model import NoModel
from memoryops.adapters.sns import SnsHosts
from memoryops.alerts.intake.authentication import Gate
from memoryops.alerts.intake.confirming import Confirmations
from memoryops.alerts.intake.inbox import Inbox
from memoryops.alerts.intake.interpreter import Interpreter
from memoryops.alerts.intake.receiving import Intake
from memoryops.alerts.intake.redaction import Redactor
from memoryops.alerts.intake.relief import RECORD, Relief
from memoryops.alerts.intake.retention import remove_old_bodies
from memoryops.alerts.intake.sealing import Seal, key_in_file
from memoryops.alerts.intake.verifying import Verifier
from memoryops.alerts.port import Certificates, Subscriptions
from memoryops.alerts.routing.default_rules import seed_rules
from memoryops.alerts.stranded import keep_routed
from memoryops.analysis.port import LanguageModel
from memoryops.evidence.recall import Recaller
from memoryops.incidents.confirmations import settle_unsettled
from memoryops.insights.asking import Insights
from memoryops.insights.blocks import Blocks
from memoryops.insights.figures import Reading
from memoryops.insights.folding import keep_folded
from memoryops.insights.keeping import Keeper
from memoryops.insights.warming import keep_warm
from memoryops.investigations.runs import Runs
from memoryops.kit.clock import Clock, SystemClock
from memoryops.kit.db import Database
from memoryops.kit.db.engine import sqlite_url
from memoryops.kit.events import prune_for_ever
from memoryops.kit.waiting import Pulse
from memoryops.memory.auditing import Auditor
from memoryops.memory.calibration import (
    BUNDLED,
    BUNDLED_CALIBRATION,
    UNKNOWN,
    Calibration,
    CalibrationSource,
    known_embeddings,
)
from memoryops.memory.calibrator import Calibrator
from memoryops.memory.health import HealthWatch
from memoryops.memory.port import MemoryStore
from memoryops.memory.reconciler import Reconciler
from memoryops.migrations.upgrade import upgrade
from memoryops.postmortems.exporting.printing import Printer
from memoryops.samples.calibration import calibration_set
from memoryops.samples.service import load_samples
from memoryops.settings import GROQ_URL, Settings, listed
from memoryops.workspaces.models import DEFAULT_WORKSPACE, FIRST_INCIDENT_NUMBER, Workspace

Work = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Runtime:
    """The collaborators of one process; `server` is the embedded Hindsight, None where an external one is set."""

    settings: Settings
    database: Database
    memory: MemoryStore
    model: LanguageModel
    clock: Clock
    workspace_id: str
    health: HealthWatch
    recaller: Recaller
    reconciler: Reconciler
    auditor: Auditor
    calibrator: Calibrator
    runs: Runs
    intake: Intake
    interpreter: Interpreter
    confirmations: Confirmations
    seal: Seal
    pulse: Pulse
    figures: Keeper[Reading]
    blocks: Blocks
    printer: Printer
    server: HindsightServer | None
    started_at: datetime

    @property
    def memory_work(self) -> tuple[Work, ...]:
        """What makes memory match the ledger: all that a command needs to run while it waits for memory."""
        return (self.health.run, self.calibrator.run, self.reconciler.run, self._watch_server)

    @property
    def background(self) -> tuple[Work, ...]:
        """What runs beside requests for as long as the process lives."""
        own = (self._prune, self._fold, self._count, self._keep_routed, self._remove_old_bodies)
        return (*self.memory_work, self.runs.sweep, self.interpreter.run, *own)

    async def _watch_server(self) -> None:
        """Have memory checked whenever the embedded server's state turns, not only when the next check is due."""
        while self.server is not None:
            await self.server.next_turn.wait()
            self.health.doubt()

    async def _prune(self) -> None:
        await prune_for_ever(self.database, self.clock)

    async def _fold(self) -> None:
        await keep_folded(self.database)

    async def _keep_routed(self) -> None:
        await keep_routed(self.database, self.clock, self.pulse.beat)

    async def _remove_old_bodies(self) -> None:
        await remove_old_bodies(self.database, self.clock, timedelta(days=self.settings.delivery_days))

    async def _count(self) -> None:
        await keep_warm(Insights(self.database, self.workspace_id, self.clock, self.figures, self.blocks))

    async def start(self) -> None:
        """Bring the record store up to date, load the samples into an empty one, and begin to start memory."""
        await prepare_record(self.database, self.clock, seed=self.settings.seed)
        if self.server is not None:
            await self.server.start()

    async def aclose(self) -> None:
        """Stop runs, counts, memory and connections, in that order."""
        await self.intake.inbox.aclose()
        await self.interpreter.aclose()
        await self.runs.aclose()
        await self.figures.aclose()
        await self.model.aclose()
        await self.memory.aclose()
        if self.server is not None:
            await self.server.stop()
        await self.database.aclose()


def build_runtime(
    settings: Settings,
    *,
    memory: MemoryStore | None = None,
    model: LanguageModel | None = None,
    clock: Clock | None = None,
    certificates: Certificates | None = None,
    subscriptions: Subscriptions | None = None,
) -> Runtime:
    """A runtime as configured; what is passed in takes the place of what settings would build.

    Another process does not have a clock that is passed in, so then this one interprets whatever comes in itself.
    """
    own_clock = clock is None
    clock = clock or SystemClock()
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    server = None if memory or settings.hindsight_api_url else _embedded(settings, clock)
    memory = memory or _memory(settings, server)
    model = model or _model(settings)
    database, pulse = Database(record_url(settings)), Pulse()
    health = HealthWatch(memory, clock, given_calibration(settings))
    recaller = Recaller(memory, health, database, DEFAULT_WORKSPACE)
    runs = Runs(
        database=database,
        workspace_id=DEFAULT_WORKSPACE,
        recaller=recaller,
        model=model,
        clock=clock,
        pulse=pulse,
        analysis_deadline_s=settings.analysis_timeout_s,
    )
    seal, arrivals, sns = Seal(lambda: secret_key(settings)), Pulse(), SnsHosts()
    relief = Relief({**os.environ, RECORD: database.url.render_as_string(hide_password=False)}, arrivals)
    gate = Gate(database, clock, Verifier(seal, certificates or sns))
    return Runtime(
        settings=settings,
        database=database,
        memory=memory,
        model=model,
        clock=clock,
        workspace_id=DEFAULT_WORKSPACE,
        health=health,
        recaller=recaller,
        reconciler=Reconciler(database, memory, health, clock, pulse),
        auditor=Auditor(database, memory, health, clock),
        calibrator=Calibrator(
            memory, health, calibration_set(), known_embeddings(), settings.data_dir / "calibration.json"
        ),
        runs=runs,
        intake=Intake(Inbox(database), clock, gate, Redactor(listed(settings.redact_keys)), arrivals),
        interpreter=Interpreter(database, clock, arrivals, pulse, runs, relief if own_clock else None),
        confirmations=Confirmations(database, clock, subscriptions or sns),
        seal=seal,
        pulse=pulse,
        figures=Keeper(clock, takes_long=lambda reading: reading.is_long),
        blocks=Blocks(),
        printer=Printer(settings.console_dir / "assets"),
        server=server,
        started_at=clock.now(),
    )


def given_calibration(settings: Settings) -> Calibration | None:
    """The calibration that need not be measured: the embedded server's, whose model is pinned, or a person's own."""
    embedded = settings.hindsight_api_url is None
    if settings.similarity_threshold is not None:
        name = BUNDLED if embedded else UNKNOWN
        return Calibration(settings.similarity_threshold, 1.0, name, CalibrationSource.setting)
    return BUNDLED_CALIBRATION if embedded else None


async def prepare_record(database: Database, clock: Clock, *, seed: bool) -> None:
    """Migrate, make the default workspace, load the samples where nothing was ever declared, settle what is not."""
    await upgrade(database)
    async with database.writing(DEFAULT_WORKSPACE) as session:
        workspace = await session.scalar(sa.select(Workspace).where(Workspace.id == DEFAULT_WORKSPACE))
        if workspace is None:
            workspace = Workspace(
                id=DEFAULT_WORKSPACE,
                name="Default",
                next_incident_number=FIRST_INCIDENT_NUMBER,
                created_at=clock.now(),
            )
            session.add(workspace)
            await session.flush()
        if seed and workspace.next_incident_number == FIRST_INCIDENT_NUMBER:
            await load_samples(session, clock=clock)
        await seed_rules(session, clock.now())
        await settle_unsettled(session, at=clock.now())


def secret_key(settings: Settings) -> bytes:
    """The key that signing secrets are encrypted with: the one that is set, or the one in the data folder."""
    if settings.secret_key is not None:
        return settings.secret_key.get_secret_value().encode()
    return key_in_file(settings.data_dir / "secret.key")


def record_url(settings: Settings) -> str | sa.URL:
    """Where the record store is."""
    if settings.database_url is not None:
        return settings.database_url.get_secret_value()
    return sqlite_url(settings.data_dir.resolve() / "memoryops.db")


def _embedded(settings: Settings, clock: Clock) -> HindsightServer:
    model = reflect_model(settings)
    return HindsightServer(settings.hindsight_environment, settings.data_dir, clock=clock, model=model)


def _memory(settings: Settings, server: HindsightServer | None) -> MemoryStore:
    if server is not None:
        log_file = str(server.state.log_file)
        return HindsightMemory(server.connection, kind="embedded", log_file=log_file, facts=server.facts)
    key = settings.hindsight_api_key
    connection = Connection((settings.hindsight_api_url or "").rstrip("/"), key.get_secret_value() if key else None)
    return HindsightMemory(lambda: connection)


def reflect_model(settings: Settings) -> ReflectModel | None:
    """The model that the embedded Hindsight may reflect with: the one of the analyses, where that is allowed."""
    key, base_url, name = _endpoint(settings)
    endpoint = parse_endpoint(base_url)
    if settings.reflect == "off" or _lacks_key(key, base_url) or endpoint is None:
        return None
    provider = "openai" if settings.model_url else "groq"
    return ReflectModel(provider, name, key, endpoint.base_url + endpoint.path.removesuffix("/chat/completions"))


def _endpoint(settings: Settings) -> tuple[str | None, str, str]:
    """Key, address and model of the configured language model."""
    key = settings.model_key if settings.model_url else settings.groq_api_key
    name = (settings.model_name if settings.model_url else None) or settings.groq_model
    return key.get_secret_value() if key else None, settings.model_url or settings.groq_base_url, name


def _lacks_key(key: str | None, base_url: str) -> bool:
    return key is None and base_url.rstrip("/") == GROQ_URL


def _model(settings: Settings) -> LanguageModel:
    key, base_url, name = _endpoint(settings)
    if _lacks_key(key, base_url):
        return NoModel()
    # The client costs 20 MB and half a second, which a server without a model need not pay.
    from memoryops.adapters.groq import GroqModel

    return GroqModel(
        api_key=key,
        base_url=base_url,
        model=name,
        deadline_seconds=settings.analysis_timeout_s,
    )
