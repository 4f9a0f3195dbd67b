"""Text files of the Robust Reading Competition."""
