"""Postmortems: what a team learned from one resolved incident, written together and published into its record."""
