"""One measure per file, pure over an array namespace: ``f(xp, ...)``."""
