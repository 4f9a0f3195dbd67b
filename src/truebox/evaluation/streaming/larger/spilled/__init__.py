"""Rows put down in files by image, and taken up again."""
