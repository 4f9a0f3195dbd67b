"""Waymo Open Dataset: boxes in space, each assigned to an object, at two levels of difficulty."""

from __future__ import annotations

from truebox.evaluation.protocols.driving.assigned.assigning import SPACE
from truebox.evaluation.protocols.driving.assigned.levels import waymo_protocol

__all__ = ["PROTOCOL"]

PROTOCOL = waymo_protocol(
    "waymo",
    "Waymo Open Dataset",
    view=SPACE,
    box_type="TYPE_3D",
    overlap_said="IoU 0.7 of vehicles, 0.5 of others",
)
