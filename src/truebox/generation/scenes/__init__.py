"""What is in a made world, painted and labelled."""
