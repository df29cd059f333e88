"""The alert sources we read, found by being here: a module each, with its `SOURCE`, or `SOURCES` for many of one kind.

A new source is one file and its payload tests.
"""

import pkgutil
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from types import MappingProxyType

from memoryops.alerts.intake.batches import each
from memoryops.alerts.sources.source import Source


def _found() -> Mapping[str, Source]:
    modules = [import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    sources: list[Source] = [module.SOURCE for module in modules if hasattr(module, "SOURCE")]
    for module in modules:
        sources.extend(getattr(module, "SOURCES", ()))
    return MappingProxyType({source.name: _of_lists(source) for source in sources})


def _of_lists(source: Source) -> Source:
    """The source, which also reads a list of its bodies; a mapping may say itself where a body's alerts are."""
    says_itself = source.mapping is not None and "alerts" in source.mapping.expressions
    return source if says_itself else replace(source, read=each(source.read))


SOURCES: Mapping[str, Source] = _found()
"""Every source by its name."""

BY_NAME: Mapping[str, Source] = MappingProxyType(
    {name: source for source in SOURCES.values() for name in (source.name, *source.aliases)}
)
"""Every source by its name and by each of its aliases."""
