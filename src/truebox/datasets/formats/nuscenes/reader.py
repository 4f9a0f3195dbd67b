"""Results and truths of nuScenes as records; the facts relied on stand in `format`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.datasets.formats.nuscenes.format import FORMAT
from truebox.datasets.formats.nuscenes.samples import (
    checked_samples,
    predictions_of_boxes,
    samples_of_file,
    truth_of_boxes,
    walked_samples,
)
from truebox.datasets.formats.nuscenes.tables import truth_of_tables
from truebox.datasets.outgoing.left_out import refuse_keypoints
from truebox.records import Predictions, Source, Truth

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from truebox.datasets.options import ReadOptions

__all__ = ["predictions_of", "read_predictions", "read_truth", "truth_of"]


def read_truth(path: Path, options: ReadOptions) -> Truth:
    refuse_keypoints(options, path, FORMAT.title)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    if path.is_dir():
        return truth_of_tables(path, source, options)
    return truth_of_boxes(samples_of_file(path, source, options, "truth"), source, options)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    refuse_keypoints(options, path, FORMAT.title)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    return predictions_of_boxes(samples_of_file(path, source, options, "predictions"), source, options)


def truth_of(parsed: Mapping[str, Any], options: ReadOptions) -> Truth:
    """Records of a truth in memory, as the JSON file has it."""
    source = Source("<truth>", FORMAT.name, f"{FORMAT.title} data")
    return truth_of_boxes(
        checked_samples(walked_samples(parsed, source, options), source, options, "truth"), source, options
    )


def predictions_of(parsed: Mapping[str, Any], options: ReadOptions) -> Predictions:
    """Records of results in memory, as the JSON file has them."""
    source = Source("<predictions>", FORMAT.name, f"{FORMAT.title} data")
    samples = checked_samples(walked_samples(parsed, source, options), source, options, "predictions")
    return predictions_of_boxes(samples, source, options)
