"""Labels of KITTI's tracking benchmark, and detections in the order of its trackers."""
