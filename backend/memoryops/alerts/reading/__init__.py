"""How foreign bodies are read: words, times and names as data, and mappings of a person's own."""
