"""Rotated boxes: what their angles mean, corners, and the upright boxes around them."""
