"""What other tools compute, as mixtures of rules."""
