"""The detectors: one module each, found by being here; each is a pure function from facts to what it found."""

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from memoryops.insights.detectors.detector import Detector
from memoryops.insights.found import FindingKind


def _found() -> Mapping[FindingKind, Detector]:
    modules = (import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))
    detectors: list[Detector] = [module.DETECTOR for module in modules if hasattr(module, "DETECTOR")]
    return MappingProxyType({detector.kind: detector for detector in detectors})


DETECTORS: Mapping[FindingKind, Detector] = _found()
"""Every detector by the kind of what it finds."""
