"""The commands: what each takes, and its help."""
