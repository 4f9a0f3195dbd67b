"""The diagnosis in sentences."""
