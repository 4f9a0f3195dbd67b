"""Sequences of tracked objects: which files a path holds, and their rows as columns."""
