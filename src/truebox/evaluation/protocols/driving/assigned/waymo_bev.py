"""Waymo's boxes seen from above: footprints, each assigned to an object, at two levels of difficulty."""

from __future__ import annotations

from truebox.evaluation.protocols.driving.assigned.assigning import GROUND
from truebox.evaluation.protocols.driving.assigned.levels import waymo_protocol

__all__ = ["PROTOCOL"]

PROTOCOL = waymo_protocol(
    "waymo_bev",
    "Waymo Open Dataset, seen from above",
    view=GROUND,
    box_type="TYPE_2D",
    overlap_said="IoU 0.7 of vehicles, 0.5 of others",
)
