"""The report page of panoptic segments and of label maps: classes, images and their pictures."""
