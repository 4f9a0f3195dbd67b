"""Arrays per image without their bad rows."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets import read_predictions, read_truth
from truebox.datasets.memory.lenient_arrays import kept_entry
from truebox.datasets.row_errors import RowErrors

NAN = float("nan")
BOXES = [[0, 0, 9, 9], [0, 0, NAN, 9], [5, 5, 1, 9], [1, 1, 9, 9], [2, 2, 9, 9]]


@pytest.mark.parametrize("kind", [list, np.array, tuple])
def test_all_columns_lose_the_same_rows(kind):
    errors = RowErrors(lenient=True)
    entry = {"boxes": kind(BOXES), "labels": kind([1, 2, 3, 4, 5]), "scores": kind([1, 1, 1, NAN, 0.5])}
    kept = kept_entry(entry, "found[0]", "xyxy", errors)
    assert list(kept["labels"]) == [1, 5]
    assert errors.counts == {"E-121": 1, "E-122": 1, "E-124": 1}
    assert errors.refused["E-124"][0].place == "found[0].scores[3]"


def test_a_clean_entry_stays_the_same_object():
    entry = {"boxes": [[0, 0, 9, 9]], "labels": [1], "scores": [1]}
    assert kept_entry(entry, "found[0]", "xyxy", RowErrors(lenient=True)) is entry


def test_masks_lose_the_same_rows():
    entry = {"boxes": BOXES[:2], "labels": [1, 2], "masks": np.ones((2, 4, 4), dtype=bool)}
    truth = read_truth([{**entry, "width": 4, "height": 4}], geometry="masks", lenient=True)
    assert (len(truth), len(truth.segmentations)) == (1, 1)


def test_the_front_doors_count_them():
    truth = read_truth([{"boxes": BOXES, "labels": [1] * 5, "area": [1, 1, 1, -1, 1]}], lenient=True)
    assert [finding.message[:21] for finding in truth.findings] == [
        "1 row dropped by E-12",
        "1 row dropped by E-12",
        "1 row dropped by E-12",
    ]
    found = read_predictions([{"boxes": BOXES, "labels": [1] * 5, "scores": [1] * 5}], lenient=True)
    assert (len(found), len(found.findings)) == (3, 2)


def test_what_is_no_list_of_boxes_is_left_to_be_refused():
    errors = RowErrors(lenient=True)
    entry = {"boxes": [[1, 2, 3]], "labels": [1]}
    assert kept_entry(entry, "found[0]", "xyxy", errors) is entry
    assert not errors.counts
