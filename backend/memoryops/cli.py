"""memoryops serve | seed | memory | eval | doctor | openapi: the product from a terminal."""

import asyncio
import json
import os
import socket
import sys
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from memoryops.settings import Settings

app = typer.Typer(no_args_is_help=True, add_completion=False, help="The incident-response platform that remembers.")
evaluations = typer.Typer(no_args_is_help=True, help="Measure how often the product is right.")
app.add_typer(evaluations, name="eval")

memory = typer.Typer(no_args_is_help=True, help="What memory holds, against the record.")
app.add_typer(memory, name="memory")

DataDir = Annotated[Path | None, typer.Option(help="Folder of the database and of the embedded Hindsight.")]


def read_settings(**given: object) -> Settings:
    """The settings, with what the command line gives on top; a wrong one ends the program with a sentence."""
    for name, value in given.items():
        if value is not None:
            os.environ[f"MEMORYOPS_{name.upper()}"] = str(value)
    try:
        return Settings()
    except ValidationError as error:
        for item in error.errors(include_input=False):
            typer.echo(f"Setting {'.'.join(map(str, item['loc']))}: {item['msg']}", err=True)
        raise typer.Exit(2) from None


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Serve the console and the API, with the embedded Hindsight where no other is set."""
    settings = read_settings(host=host, port=port, data_dir=data_dir)
    if not settings.is_loopback and settings.access_token is None:
        stop(f"Listening on {settings.host} needs MEMORYOPS_ACCESS_TOKEN: others could reach this server.")
    if problem := _port_problem(settings.host, settings.port):
        stop(problem)
    _check(settings)
    from memoryops.serving import run

    run(settings)


@app.command()
def seed(data_dir: DataDir = None) -> None:
    """Load the sample history and wait until memory is ready with it."""
    from memoryops.seeding import run

    settings = read_settings(data_dir=data_dir)
    _check(settings)
    sys.exit(asyncio.run(run(settings)))


@app.command()
def doctor(data_dir: DataDir = None) -> None:
    """Say what is connected, and what to do about what is not."""
    from memoryops.doctor import run

    settings = read_settings(data_dir=data_dir)
    _check(settings, create=False)
    sys.exit(asyncio.run(run(settings)))


@memory.command("audit")
def audit_memory(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Compare the ledger with what memory holds, document by document; exits 1 on a difference, 2 when not asked."""
    from memoryops.memory_commands import audit, refuse

    settings = read_settings(data_dir=data_dir)
    if problem := _problem(settings, create=False):
        sys.exit(refuse(problem, as_json))
    sys.exit(asyncio.run(audit(settings, as_json=as_json)))


@memory.command("rebuild")
def rebuild_memory(data_dir: DataDir = None) -> None:
    """Bring an emptied or new memory back from the record; a second call goes on where the first was cut."""
    from memoryops.memory_commands import rebuild

    settings = read_settings(data_dir=data_dir)
    _check(settings, create=False, status=2)
    sys.exit(asyncio.run(rebuild(settings)))


@evaluations.command("recall")
def evaluate_recall(
    corpus: Annotated[Path, typer.Option(help="Records to remember, one JSON object a line.")],
    queries: Annotated[Path, typer.Option(help="Queries with their right answers, one JSON object a line.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the bank, so that the next run need not load it.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Load a corpus into a bank of its own, ask the queries, and say how often recall was right."""
    from memoryops.evaluation.command import run

    sys.exit(asyncio.run(run(read_settings(data_dir=data_dir), corpus, queries, as_json=as_json, keep=keep)))


@evaluations.command("calibrate")
def calibrate(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Measure how the similarities of memory's embedding are to be read: its threshold, and what it is known by."""
    from memoryops.evaluation.calibrating import run

    sys.exit(asyncio.run(run(read_settings(data_dir=data_dir), as_json=as_json)))


@app.command()
def openapi() -> None:
    """Print the OpenAPI document of the API."""
    from memoryops.app import create_app
    from memoryops.runtime import build_runtime

    document = create_app(build_runtime(read_settings())).openapi()
    typer.echo(json.dumps(document, indent=2, ensure_ascii=False, sort_keys=True))


def _check(settings: Settings, *, create: bool = True, status: int = 1) -> None:
    if problem := _problem(settings, create=create):
        stop(problem, status)


def _problem(settings: Settings, *, create: bool) -> str | None:
    from memoryops.preflight import problem_with

    return asyncio.run(problem_with(settings, create=create))


def stop(reason: str, status: int = 1) -> None:
    """End the program with a sentence for people."""
    typer.echo(reason, err=True)
    raise typer.Exit(status)


def _port_problem(host: str, port: int) -> str | None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return f"Cannot listen on {host}:{port} ({error.strerror}). Choose another: make run PORT=8010"
    return None


if __name__ == "__main__":
    app()
