"""Tracks of one frame and one row of pixels, with what is said of them as wholes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
from truebox.evaluation.tracks.track_map.rules import TrackMapRules
from truebox.records import WholeTracks

RULES = TrackMapRules(areas=(("area_s", 0.0, 5.0), ("area_m", 5.0, 100.0)))


def side(widths, *, scores=None, crowd=()):
    """Tracks of one frame and one row of 20 pixels; each covers the first pixels."""
    masks = np.zeros((len(widths), 1, 20), dtype=bool)
    for k, width in enumerate(widths):
        masks[k, 0, :width] = True
    ids = np.arange(1, len(widths) + 1)
    made = tracks_of_arrays({"frames": [0] * len(widths), "ids": ids, "masks": masks}, "truth").sequences[0]
    whole = WholeTracks(
        track=ids,
        label=np.ones(len(widths), dtype=np.int64),
        score=np.array(scores or [1.0] * len(widths)),
        area=np.array(widths, dtype=float),
        crowd=np.isin(ids, crowd),
        listed=np.ones(len(widths), dtype=np.int64),
    )
    return replace(made, whole=whole)
