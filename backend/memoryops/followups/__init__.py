"""Follow-through: the action items that incidents leave, when they are due, and what repeats while they are open."""
