"""The seeded history: resolved sample incidents, marked as samples wherever they appear."""
