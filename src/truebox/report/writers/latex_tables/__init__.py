"""Tables of LaTeX: how one is written, and that of several predictions."""
