"""File to records, one module per format; nothing else."""
