"""Mean IoU of label maps."""
