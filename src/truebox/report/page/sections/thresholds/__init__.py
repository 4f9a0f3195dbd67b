"""The numbers at a score, and the curves against it."""
