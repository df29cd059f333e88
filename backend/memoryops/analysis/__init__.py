"""Reasoning over one incident and the evidence recalled for it; values in, values out."""
