"""Tables as text: comma-separated values and their kin."""
