"""Create ML."""
