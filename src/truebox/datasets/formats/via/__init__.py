"""Projects and exports of the VGG Image Annotator."""
