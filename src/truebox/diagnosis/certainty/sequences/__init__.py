"""What is drawn by whole sequences."""
