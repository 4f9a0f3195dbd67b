"""What FiftyOne exports."""
