"""Average precision of whole tracks: an overlap in space and time, matched by score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.evaluation.tracks.track_map.cells import map_cells
    from truebox.evaluation.tracks.track_map.precision import averaged_maps, map_fields

__all__ = ["averaged_maps", "map_cells", "map_fields"]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "cells": "map_cells",
        "precision": "averaged_maps map_fields",
    },
)
