"""One event of tracks: its frames beside each other, or one after the other."""
