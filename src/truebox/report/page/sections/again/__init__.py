"""How to get the same again."""
