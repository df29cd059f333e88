"""The timeline: what happened, when it happened, and when it was written down."""

from memoryops.incidents.timeline.reading import read_timeline
from memoryops.incidents.timeline.recording import FutureMomentError, check_past, record

__all__ = ["FutureMomentError", "check_past", "read_timeline", "record"]
