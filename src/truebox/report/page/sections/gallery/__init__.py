"""The images, small."""
