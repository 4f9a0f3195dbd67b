"""The classes of MOT16, MOT17 and MOT20 (TrackEval 1.3.0, ``mot_challenge_2d_box.py``)."""

from __future__ import annotations

__all__ = ["CLASSES"]

CLASSES = (
    "pedestrian",
    "person_on_vehicle",
    "car",
    "bicycle",
    "motorbike",
    "non_mot_vehicle",
    "static_person",
    "distractor",
    "occluder",
    "occluder_on_grnd",
    "occluder_full",
    "reflection",
    "crowd",
)
"""Classes 1 to 13 of MOT16, MOT17 and MOT20."""
