"""Alerts from the tools teams run: taken in without losing or doubling one, and turned into incidents in the open."""
