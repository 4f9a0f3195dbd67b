"""How sure a number is, and whether two differ."""
