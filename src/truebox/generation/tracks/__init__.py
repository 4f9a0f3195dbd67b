"""Made tracks: people who walk through sequences, what a detector sees of them, and two trackers."""
