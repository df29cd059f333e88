"""The timeline: what happened, when it happened, and when it was written down."""

from memoryops.incidents.timeline.reading import id_of, read_timeline
from memoryops.incidents.timeline.recording import FutureMomentError, check_past, record

__all__ = ["FutureMomentError", "check_past", "id_of", "read_timeline", "record"]
