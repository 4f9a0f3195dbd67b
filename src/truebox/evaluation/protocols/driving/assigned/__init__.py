"""Boxes assigned so that their overlaps add up to the most: the Waymo Open Dataset."""
