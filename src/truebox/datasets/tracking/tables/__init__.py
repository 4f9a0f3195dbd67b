"""Tables whose rows are objects followed through frames."""
