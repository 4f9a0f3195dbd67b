"""Predictions meet their truth: ids, class numbers, sizes of images."""
