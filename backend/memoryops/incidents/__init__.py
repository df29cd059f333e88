"""The system of record: what is happening, what happened, how often exactly."""
