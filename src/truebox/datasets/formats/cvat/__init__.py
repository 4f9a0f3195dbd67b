"""CVAT for images and for video."""
