"""Read models for the dashboard and the status page."""
