"""Text on pictures."""
