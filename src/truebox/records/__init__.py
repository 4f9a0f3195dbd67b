"""Frozen columns that travel through the package: no object per box anywhere."""

from __future__ import annotations

from truebox.records.federation import Federation
from truebox.records.finding import Finding
from truebox.records.ids import Ids
from truebox.records.keypoints import Keypoints
from truebox.records.predictions import Predictions
from truebox.records.segmentations import SegmentationKind, Segmentations
from truebox.records.source import Source
from truebox.records.strings import Strings
from truebox.records.truth import Categories, Images, Truth

__all__ = [
    "Categories",
    "Federation",
    "Finding",
    "Ids",
    "Images",
    "Keypoints",
    "Predictions",
    "SegmentationKind",
    "Segmentations",
    "Source",
    "Strings",
    "Truth",
]
