"""How words, numbers and files are put down; for every room."""
