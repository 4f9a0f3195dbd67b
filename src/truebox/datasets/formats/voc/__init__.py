"""Pascal VOC, an XML file per image."""
