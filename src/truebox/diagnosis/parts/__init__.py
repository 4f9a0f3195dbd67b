"""Where in the data recall is low."""
