"""Records on their way into a file, and what the file cannot hold."""
