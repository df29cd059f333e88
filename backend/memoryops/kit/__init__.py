"""What every domain stands on, and what knows no domain."""
