"""File to records, one module per format; nothing else.

Names are loaded on first use: `truebox.datasets.background` must be importable, and reading must
be able to start, before NumPy is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.datasets.annotation_values import with_annotation_values
    from truebox.datasets.background import StartedReading, start_reading
    from truebox.datasets.columns.box_reading import ground_boxes
    from truebox.datasets.conversion import Conversion, convert
    from truebox.datasets.federated import with_ancestors
    from truebox.datasets.formats.coco.column_writer import write_coco_predictions, write_coco_truth
    from truebox.datasets.grouping_columns import image_columns
    from truebox.datasets.image_cap import best_of_images
    from truebox.datasets.pairing import Pair, read_pair, reading_among, truth_beside, with_federation
    from truebox.datasets.path_reading import (
        options_said,
        refuse_idle_layout,
        refuse_unheeded,
        unused_pictures,
    )
    from truebox.datasets.pieces.prediction_pieces import PredictionPieces, prediction_pieces
    from truebox.datasets.pieces.truth_pieces import TruthFrame, TruthPieces, truth_pieces
    from truebox.datasets.reading import predictions_as_said, read_predictions, read_truth, truth_as_said
    from truebox.datasets.registry import benchmark_of, find_source, format_named
    from truebox.datasets.split_choice import other_splits, read_truth_of, saying_which_split
    from truebox.datasets.texts.not_in_pieces import NotInPiecesError
    from truebox.datasets.tracking.layout import looks_tracked
    from truebox.datasets.tracking.reader import read_track_texts, read_tracks
    from truebox.datasets.tracking.sides import sides_are_tracked
    from truebox.datasets.tracking.texts_ahead import begin_track_texts

__all__ = [
    "Conversion",
    "NotInPiecesError",
    "Pair",
    "PredictionPieces",
    "StartedReading",
    "TruthFrame",
    "TruthPieces",
    "begin_track_texts",
    "benchmark_of",
    "best_of_images",
    "convert",
    "find_source",
    "format_named",
    "ground_boxes",
    "image_columns",
    "looks_tracked",
    "options_said",
    "other_splits",
    "prediction_pieces",
    "predictions_as_said",
    "read_pair",
    "read_predictions",
    "read_track_texts",
    "read_tracks",
    "read_truth",
    "read_truth_of",
    "reading_among",
    "refuse_idle_layout",
    "refuse_unheeded",
    "saying_which_split",
    "sides_are_tracked",
    "start_reading",
    "truth_as_said",
    "truth_beside",
    "truth_pieces",
    "unused_pictures",
    "with_ancestors",
    "with_annotation_values",
    "with_federation",
    "write_coco_predictions",
    "write_coco_truth",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "annotation_values": "with_annotation_values",
        "background": "StartedReading start_reading",
        "columns.box_reading": "ground_boxes",
        "conversion": "Conversion convert",
        "formats.coco.column_writer": "write_coco_predictions write_coco_truth",
        "federated": "with_ancestors",
        "grouping_columns": "image_columns",
        "image_cap": "best_of_images",
        "texts.not_in_pieces": "NotInPiecesError",
        "pairing": "Pair read_pair reading_among truth_beside with_federation",
        "path_reading": "options_said refuse_idle_layout refuse_unheeded unused_pictures",
        "pieces.prediction_pieces": "PredictionPieces prediction_pieces",
        "reading": "predictions_as_said read_predictions read_truth truth_as_said",
        "registry": "benchmark_of find_source format_named",
        "split_choice": "other_splits read_truth_of saying_which_split",
        "tracking.layout": "looks_tracked",
        "tracking.sides": "sides_are_tracked",
        "tracking.texts_ahead": "begin_track_texts",
        "tracking.reader": "read_track_texts read_tracks",
        "pieces.truth_pieces": "TruthFrame TruthPieces truth_pieces",
    },
)
