"""nuScenes: 3-D boxes by sample, as its detection results and its tables hold them."""
