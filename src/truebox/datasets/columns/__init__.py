"""What readers fill: columns of truth and predictions, checked row by row."""
