"""The images of the page: which are worth a look, what is drawn on them, their pictures."""
