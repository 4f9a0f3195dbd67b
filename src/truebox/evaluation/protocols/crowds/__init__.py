"""People in crowds."""
