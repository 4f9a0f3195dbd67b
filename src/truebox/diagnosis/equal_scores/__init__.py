"""What equal scores leave open."""
