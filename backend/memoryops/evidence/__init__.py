"""From an incident to a recall, and from what memory returned to verified evidence."""
