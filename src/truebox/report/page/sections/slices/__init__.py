"""Parts of the data, and likely mistakes in the truth."""
