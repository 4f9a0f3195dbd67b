"""The verdict, gates and numbers at the top of the page."""
