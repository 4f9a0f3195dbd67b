"""Trackers by motion and overlap, frame by frame."""
