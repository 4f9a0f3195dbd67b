"""Results of the Pascal VOC devkit."""
