"""Identity and order: what one more message makes of an alert, in whatever order messages come."""
