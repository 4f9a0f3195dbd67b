"""The parts of the page, each a folder: what it shows, where it stands, and how it is drawn."""
