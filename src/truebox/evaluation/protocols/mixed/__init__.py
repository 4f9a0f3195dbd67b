"""What mixtures of rules do that needs more than a field of a protocol."""
