"""Arrays, dicts and objects of other packages as records."""
