"""What else tracks may mean: looks at results that say what is doubtful."""
