"""One run of a detection protocol: what it does and what it notices."""
