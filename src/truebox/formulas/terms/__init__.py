"""What measures are made of."""
