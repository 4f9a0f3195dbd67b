"""Waymo Open Dataset: boxes assigned so that their overlaps add up to the most."""
