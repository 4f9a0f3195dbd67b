"""The protocols, one file each."""
