"""Frozen columns that travel through the package: no object per box anywhere.

Names are loaded on first use: a finding is wanted where a file is only recognised, before NumPy is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.records.best_rows import rows_beyond
    from truebox.records.federation import Federation
    from truebox.records.finding import Finding, note_of_unseen
    from truebox.records.ids import Ids, WholeText, distinct_values
    from truebox.records.keypoints import Keypoints
    from truebox.records.outlines import Outlines, outline_rows
    from truebox.records.predictions import Predictions
    from truebox.records.quads import (
        corners_of_boxes,
        quad_areas,
        quad_extents,
        quad_rows,
        segmentations_of_corners,
    )
    from truebox.records.segmentations import SegmentationKind, Segmentations
    from truebox.records.source import Source
    from truebox.records.strings import Strings
    from truebox.records.tracks import (
        ChosenSequences,
        IgnoredRegions,
        LabelledClasses,
        TrackedSequence,
        Tracks,
        WholeTracks,
    )
    from truebox.records.truth import Categories, Images, Truth
    from truebox.records.whole_tracks import whole_tracks_of_boxes

__all__ = [
    "Categories",
    "ChosenSequences",
    "Federation",
    "Finding",
    "Ids",
    "IgnoredRegions",
    "Images",
    "Keypoints",
    "LabelledClasses",
    "Outlines",
    "Predictions",
    "SegmentationKind",
    "Segmentations",
    "Source",
    "Strings",
    "TrackedSequence",
    "Tracks",
    "Truth",
    "WholeText",
    "WholeTracks",
    "corners_of_boxes",
    "distinct_values",
    "note_of_unseen",
    "outline_rows",
    "quad_areas",
    "quad_extents",
    "quad_rows",
    "rows_beyond",
    "segmentations_of_corners",
    "whole_tracks_of_boxes",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "best_rows": "rows_beyond",
        "federation": "Federation",
        "finding": "Finding note_of_unseen",
        "ids": "Ids WholeText distinct_values",
        "keypoints": "Keypoints",
        "outlines": "Outlines outline_rows",
        "predictions": "Predictions",
        "quads": "corners_of_boxes quad_areas quad_extents quad_rows segmentations_of_corners",
        "segmentations": "SegmentationKind Segmentations",
        "source": "Source",
        "strings": "Strings",
        "tracks": "ChosenSequences IgnoredRegions LabelledClasses TrackedSequence Tracks WholeTracks",
        "truth": "Categories Images Truth",
        "whole_tracks": "whole_tracks_of_boxes",
    },
)
