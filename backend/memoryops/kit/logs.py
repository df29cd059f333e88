"""Logs of a process, for people."""

import logging


def configure_logs() -> None:
    """Warnings and worse, a line each, without what requests carry."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
