"""Pictures: read, found, made."""
