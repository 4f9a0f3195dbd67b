"""Run lengths, and what is made into them."""
