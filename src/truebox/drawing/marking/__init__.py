"""Objects as marks: boxes, masks, keypoints, polygons, tracks."""
