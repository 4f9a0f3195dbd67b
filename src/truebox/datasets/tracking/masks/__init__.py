"""Tracks of masks: text, pictures of instances, and their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.datasets.tracking.masks.reader import read_mask_tracks

__all__ = ["read_mask_tracks"]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "reader": "read_mask_tracks",
    },
)
