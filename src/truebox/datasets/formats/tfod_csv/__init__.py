"""The CSV of the TensorFlow Object Detection API."""
