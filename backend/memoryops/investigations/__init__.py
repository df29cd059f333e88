"""One run of the pipeline per investigation, stored and never changed."""
