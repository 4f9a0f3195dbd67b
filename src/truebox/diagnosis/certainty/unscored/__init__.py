"""Results without scores: which parts of them are drawn or swapped, and what comes of it."""
