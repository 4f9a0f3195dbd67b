"""What survives matching, and the tables and numbers made of it."""
