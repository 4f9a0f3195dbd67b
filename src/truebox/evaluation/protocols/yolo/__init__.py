"""The validation of YOLOv5 and Ultralytics."""
