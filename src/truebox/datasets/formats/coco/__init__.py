"""COCO and LVIS: annotation files and results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.datasets.formats.coco.declined import predictions_again, truth_again
    from truebox.datasets.formats.coco.federation import read_federation
    from truebox.datasets.formats.coco.files import finish_predictions_file, finish_truth_file
    from truebox.datasets.formats.coco.geometry_detection import detect_geometry

__all__ = [
    "detect_geometry",
    "finish_predictions_file",
    "finish_truth_file",
    "predictions_again",
    "read_federation",
    "truth_again",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "declined": "predictions_again truth_again",
        "federation": "read_federation",
        "files": "finish_predictions_file finish_truth_file",
        "geometry_detection": "detect_geometry",
    },
)
