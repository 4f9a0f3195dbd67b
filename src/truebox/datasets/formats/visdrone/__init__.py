"""VisDrone annotation files."""
