"""Instances of Cityscapes."""
