"""Tracks of TAO: a truth of videos and pictures, and lists of boxes."""
