"""Numbers held against limits and baselines."""
