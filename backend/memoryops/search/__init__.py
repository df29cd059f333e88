"""Search over everything that people write, and searches saved by name."""
