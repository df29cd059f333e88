"""The team that owns incidents and memory; the tenant boundary."""
