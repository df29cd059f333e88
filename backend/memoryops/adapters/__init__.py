"""The outside worlds: Hindsight, language models. Only the runtime imports them."""
