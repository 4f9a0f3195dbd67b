"""Why two tools give two numbers for one file."""
