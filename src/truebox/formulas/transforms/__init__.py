"""What losses make of an IoU."""
