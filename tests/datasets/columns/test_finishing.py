"""Rows compared with each other."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets import read_truth
from truebox.errors import InputError


def truth(images=(), annotations=(), categories=()):
    return {"images": list(images), "annotations": list(annotations), "categories": list(categories)}


def test_an_image_listed_again_is_counted_once_and_order_is_kept():
    images = [
        {"id": 9, "file_name": "a"},
        {"id": 2, "file_name": "b"},
        {"id": 9, "file_name": "a"},
        {"id": 1},
    ]
    found = read_truth(truth(images))
    assert found.images.ids.values.tolist() == [9, 2, 1]
    assert list(found.images.file_names) == ["a", "b", ""]
    assert [(finding.code, finding.rows) for finding in found.findings] == [("W-143", (2,))]


def test_string_ids_are_compared_as_text():
    with pytest.raises(InputError, match=r"E-132 .*'7'"):
        read_truth(truth([{"id": "7", "width": 1}, {"id": "8"}, {"id": "7", "width": 2}]))
    with pytest.raises(InputError, match="E-133"):
        read_truth(truth(categories=[{"id": "7", "name": "a"}, {"id": "7", "name": "a"}]))


def test_only_the_first_rows_of_a_finding_are_kept():
    rows = [{"id": row, "image_id": 1, "category_id": 1, "bbox": [0, 0, 2, 3]} for row in range(20)]
    (finding,) = read_truth(truth(annotations=rows)).findings
    assert (finding.code, finding.count, finding.rows) == ("W-140", 20, (0, 1, 2, 3, 4))
    assert "20 annotations have no area" in str(finding)


def test_unsorted_ids_without_repetition_raise_nothing():
    order = np.random.default_rng(0).permutation(50).tolist()
    rows = [{"id": row, "image_id": 1, "category_id": 1, "bbox": [0, 0, 2, 3], "area": 1} for row in order]
    assert read_truth(truth(annotations=rows)).findings == ()
