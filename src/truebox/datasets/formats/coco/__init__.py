"""COCO and LVIS: annotation files and results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.datasets.formats.coco.declined import predictions_again, truth_again
    from truebox.datasets.formats.coco.federation import read_federation
    from truebox.datasets.formats.coco.files import (
        finish_predictions_file,
        finish_truth_file,
        predictions_of_file,
        truth_of_file,
    )
    from truebox.datasets.formats.coco.format import FORMAT
    from truebox.datasets.formats.coco.geometry_detection import detect_geometry, rotated_in
    from truebox.datasets.formats.coco.head import path_looks_like_coco
    from truebox.datasets.formats.coco.image_keys import image_values
    from truebox.datasets.formats.coco.shapes.rotated_values import only_quads
    from truebox.datasets.formats.coco.truth_cuts import (
        TruthMembers,
        bytes_of_annotation,
        cut_truth,
        members_of_truth,
    )

__all__ = [
    "FORMAT",
    "TruthMembers",
    "bytes_of_annotation",
    "cut_truth",
    "detect_geometry",
    "finish_predictions_file",
    "finish_truth_file",
    "image_values",
    "members_of_truth",
    "only_quads",
    "path_looks_like_coco",
    "predictions_again",
    "predictions_of_file",
    "read_federation",
    "rotated_in",
    "truth_again",
    "truth_of_file",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "declined": "predictions_again truth_again",
        "federation": "read_federation",
        "files": "finish_predictions_file finish_truth_file predictions_of_file truth_of_file",
        "format": "FORMAT",
        "geometry_detection": "detect_geometry rotated_in",
        "head": "path_looks_like_coco",
        "image_keys": "image_values",
        "shapes.rotated_values": "only_quads",
        "truth_cuts": "TruthMembers bytes_of_annotation cut_truth members_of_truth",
    },
)
