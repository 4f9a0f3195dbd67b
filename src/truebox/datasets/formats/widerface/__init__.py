"""WIDER FACE: its truth, and folders of detections."""
