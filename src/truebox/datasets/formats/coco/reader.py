"""COCO JSON as records: by the native reader, or with words, leniently, or out of an object."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.formats.coco.files import predictions_of_file, truth_of_file
from truebox.datasets.formats.coco.format import BEFORE_JSON
from truebox.datasets.formats.coco.lenient import lenient_predictions, lenient_truth
from truebox.datasets.formats.coco.wrapped import read_wrapped_results
from truebox.datasets.options import ReadOptions
from truebox.datasets.place import Place
from truebox.records import Predictions, Truth

__all__ = ["read_predictions", "read_truth"]


def read_truth(path: Path, options: ReadOptions) -> Truth:
    if options.errors.lenient:
        return lenient_truth(path, options)
    return truth_of_file(path, options.threads, options.geometry, angles=options.angles)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    if Place(path).head.lstrip(BEFORE_JSON).startswith(b"{"):
        return read_wrapped_results(path, options)
    if options.errors.lenient:
        return lenient_predictions(path, options)
    return predictions_of_file(path, options.threads, options.geometry, angles=options.angles)
