"""Where to cut, and whether the scores can be trusted."""
