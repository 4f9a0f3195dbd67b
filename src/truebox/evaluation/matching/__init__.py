"""Which detection finds which truth, by boxes, masks or keypoints."""
