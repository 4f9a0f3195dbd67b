"""Open Images: groups of objects, and labels that people have verified."""
