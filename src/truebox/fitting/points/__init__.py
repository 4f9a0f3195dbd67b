"""Points of an object in another order."""
