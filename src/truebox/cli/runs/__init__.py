"""What a command does once its options are read."""
