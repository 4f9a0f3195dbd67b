"""What rows of COCO files hold beside upright boxes."""
