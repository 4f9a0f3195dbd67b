"""Actions in videos: segments of time."""
