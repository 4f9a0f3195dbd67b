"""Every other result against the first."""
