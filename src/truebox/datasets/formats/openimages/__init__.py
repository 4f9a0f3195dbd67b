"""Open Images CSV files."""
