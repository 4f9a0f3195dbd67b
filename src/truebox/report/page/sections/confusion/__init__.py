"""Which class is taken for which."""
