"""The metrics of MMDetection, as mixtures of rules."""
