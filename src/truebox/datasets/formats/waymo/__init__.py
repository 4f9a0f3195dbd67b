"""Waymo Open Dataset: objects of protobuf."""
