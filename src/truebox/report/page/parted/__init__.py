"""The page with its data in parts: for a folder on disk, and for a server."""
