"""Looks at a number that seems sound: whether a part of the predictions was written in another way."""
