"""Exports of a postmortem: Markdown, HTML and PDF of one and the same report, with nothing fetched from anywhere."""
