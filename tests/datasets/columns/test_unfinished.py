"""The columns between reading and records: complete, frozen, and the same from both readers."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from truebox._native import datasets as _kernels
from truebox.datasets.columns.unfinished import UnfinishedPredictions, UnfinishedTruth
from truebox.datasets.formats.coco.general import prediction_columns, truth_columns
from truebox.datasets.formats.coco.native import native_prediction_columns, native_truth_columns
from truebox.generation import make_dataset, to_coco, to_coco_results
from truebox.records import Ids, Predictions, Strings, Truth


def both_readers(ids="ordered"):
    """Pairs of columns of the same made data: from the native reader, and from the general one."""
    truth, found = make_dataset(12, 4, ids=ids, crowds=0.2, ignored=0.2, seed=3)
    dataset, results = to_coco(truth), to_coco_results(found)
    return (
        (
            native_truth_columns(_kernels.read_truth_text(json.dumps(dataset).encode(), 1)),
            truth_columns(dataset, "made"),
        ),
        (
            native_prediction_columns(_kernels.read_predictions_text(json.dumps(results).encode(), 1)),
            prediction_columns(results, "made"),
        ),
    )


def plain(value):
    """A column as something `==` compares, its type included."""
    if isinstance(value, Ids):
        return "ids", [value[row] for row in range(len(value))]
    if isinstance(value, Strings):
        return "text", list(value)
    return (value.dtype.str, value.shape, value.tolist()) if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize("ids", ["ordered", "zero", "unsorted", "strings"])
def test_both_readers_fill_every_column_alike(ids):
    for native, general in both_readers(ids):
        assert type(native) is type(general)
        for name in native._fields:
            ours, twin = (plain(getattr(columns, name)) for columns in (native, general))
            assert ours == twin, name


def test_columns_of_one_table_have_the_same_length():
    (truth, _), (found, _) = both_readers()
    rows = {len(getattr(found, name)) for name in ("image", "category", "boxes", "scores")}
    assert len(rows) == 1
    per_image = {len(truth.image_ids), len(truth.image_sizes), len(truth.file_names)}
    per_category = {len(truth.category_ids), len(truth.category_names)}
    names = ("image", "category", "ids", "boxes", "area", "area_missing", "crowd", "ignore")
    per_annotation = {len(getattr(truth, name)) for name in names}
    assert (len(per_image), len(per_category), len(per_annotation)) == (1, 1, 1)


def test_records_find_all_they_need_in_the_columns():
    made = {
        "source",
        "findings",
        "images",
        "categories",
        "federation",
        "attributes",
        "source_rows",
        "units",
        "image_by",
        "category_by",
    }  # from the path, the checks, and the columns below
    for columns, record in ((UnfinishedPredictions, Predictions), (UnfinishedTruth, Truth)):
        held = set(columns._fields)
        assert {field.name for field in dataclasses.fields(record)} - made <= held
    parts = {"image_ids", "image_sizes", "file_names", "category_ids", "category_names"}
    assert parts < set(UnfinishedTruth._fields)


def test_columns_do_not_change():
    (truth, _), (found, _) = both_readers()
    for columns in (truth, found):
        with pytest.raises(AttributeError):
            columns.boxes = np.zeros((0, 4))
