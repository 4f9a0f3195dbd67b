"""Where the AP went."""
