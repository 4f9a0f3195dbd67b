"""Both sides of an evaluation of tracks: out of memory, brought together, chosen, and whether they fit."""
