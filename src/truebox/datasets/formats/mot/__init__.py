"""MOTChallenge sequences."""
