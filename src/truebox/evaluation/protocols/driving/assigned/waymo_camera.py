"""Waymo's boxes in pictures, each assigned to an object, at two levels of difficulty."""

from __future__ import annotations

from truebox.evaluation.protocols.driving.assigned.assigning import PICTURE
from truebox.evaluation.protocols.driving.assigned.levels import waymo_protocol

__all__ = ["PROTOCOL"]

PROTOCOL = waymo_protocol(
    "waymo_camera",
    "Waymo Open Dataset, camera boxes",
    view=PICTURE,
    box_type="TYPE_AA_2D",
    overlap_said="IoU 0.7 of vehicles, 0.5 of others",
)
