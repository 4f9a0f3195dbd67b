"""KITTI label files."""
