"""Sections of the page of panoptic segments and label maps."""
