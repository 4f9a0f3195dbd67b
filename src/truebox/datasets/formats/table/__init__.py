"""CSV, Parquet and Arrow tables of one box a row."""
