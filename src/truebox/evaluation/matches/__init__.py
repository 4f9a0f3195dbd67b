"""Every detection and truth with its partner, as tables."""
