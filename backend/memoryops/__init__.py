"""MemoryOps: the incident-response platform that remembers."""

__version__ = "0.1.0"
