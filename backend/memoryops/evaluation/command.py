"""Evaluating recall from a terminal: progress on the error stream, figures on the other."""

import json
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from memoryops.evaluation.files import CorpusRecord, EvaluationQuery, read_corpus, read_queries
from memoryops.evaluation.recall import Evaluation, evaluate_recall
from memoryops.evaluation.report import as_object, print_report
from memoryops.kit.errors import MemoryOpsError
from memoryops.runtime import Runtime, build_runtime
from memoryops.settings import Settings


async def run(settings: Settings, corpus: Path, queries: Path, *, as_json: bool, keep: bool = False) -> int:
    """Evaluate and print; the exit code, 1 when nothing could be measured."""
    progress_console, console = Console(stderr=True), Console(highlight=False, soft_wrap=True)
    try:
        records, questions = read_corpus(corpus), read_queries(queries)
        evaluation = await _evaluate(build_runtime(settings), records, questions, progress_console, keep=keep)
    except MemoryOpsError as error:
        progress_console.print(error.detail, markup=False)
        return 1
    if as_json:
        figures = as_object(evaluation)
        console.print_json(json.dumps(figures), indent=None)
    else:
        print_report(console, evaluation)
    return 0


async def _evaluate(
    runtime: Runtime, corpus: list[CorpusRecord], queries: list[EvaluationQuery], console: Console, *, keep: bool
) -> Evaluation:
    """Evaluate with the memory that the settings name; an embedded one that does not run is run for the time."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    try:
        if runtime.server is not None:
            await runtime.server.start()
        with Progress(*columns, console=console) as bar:
            task = bar.add_task("Waiting for memory", total=None)

            def show(what: str, done: int, total: int) -> None:
                bar.update(task, description=what, completed=done, total=total)

            return await evaluate_recall(
                runtime.memory,
                runtime.calibrator,
                corpus,
                queries,
                progress=show,
                keep=keep,
            )
    finally:
        await runtime.aclose()
