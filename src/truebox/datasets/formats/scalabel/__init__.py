"""BDD100K and Scalabel."""
