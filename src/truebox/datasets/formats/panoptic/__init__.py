"""COCO panoptic: a JSON file and a folder of PNG maps."""
