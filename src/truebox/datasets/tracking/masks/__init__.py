"""Tracks of masks: text, pictures of instances, palettes, and their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.datasets.tracking.masks.palette_pictures import read_palettes
    from truebox.datasets.tracking.masks.reader import read_mask_tracks

__all__ = ["read_mask_tracks", "read_palettes"]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "palette_pictures": "read_palettes",
        "reader": "read_mask_tracks",
    },
)
