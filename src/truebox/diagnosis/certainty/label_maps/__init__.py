"""How sure the mean IoU of label maps is."""
