"""XML as events and attributes, refused where it would reach outside itself."""
