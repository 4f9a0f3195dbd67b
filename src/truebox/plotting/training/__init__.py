"""Charts of a training: its curves, and what the network answers."""
