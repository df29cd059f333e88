"""Drafting a postmortem from its record: by a model where there is one, by a template where there is not."""
