"""Objects with attributes, against the words of Python's own writer."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.datasets.outgoing.attributed_rows import attributed_rows

ROW = {"image_id": 1, "category_id": 1, "bbox": [0.1, 2, 3, 4.5], "area": 13.5, "iscrowd": 0}


def truth_with(**attributes):
    rows = [{"id": 5, **ROW}, {"id": 9, **ROW, "iscrowd": 1, "ignore": 1}]
    data = {"images": [{"id": 1}], "annotations": rows, "categories": [{"id": 1, "name": "cat"}]}
    return replace(tb.read_truth(data), attributes={key: np.array(each) for key, each in attributes.items()})


def text_of(truth):
    return attributed_rows(truth, np.arange(2), {"image": truth.image, "category": truth.category})


def test_rows_are_those_of_json():
    held = {"difficult": [True, False], "track é": [3, -1], "angle": [0.5, 2.0]}
    truth = truth_with(**held)
    expected = [
        {
            "id": given,
            "image_id": 1,
            "category_id": 1,
            "bbox": truth.boxes[row].tolist(),
            "area": float(truth.area[row]),
            "iscrowd": int(truth.crowd[row]),
            **({"ignore": 1} if truth.ignore[row] else {}),
            "attributes": {key: values[row] for key, values in held.items()},
        }
        for row, given in enumerate((5, 9))
    ]
    assert text_of(truth).decode() == json.dumps(expected)[1:-1]


@pytest.mark.parametrize("values", [["a", "b"], [1.0, float("nan")], np.array([True, None])])
def test_what_no_column_holds_is_left_to_the_rows(values):
    assert text_of(truth_with(odd=values)) is None
    assert text_of(truth_with()) is None
