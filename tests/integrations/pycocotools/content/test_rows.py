from __future__ import annotations

import numpy as np
import pytest

from truebox.integrations.pycocotools.content import columns_of_rows

_ROW = {
    "id": 3,
    "image_id": 7,
    "category_id": 1,
    "bbox": [1, 2.5, 3, 4],
    "area": 12,
    "score": 0.5,
    "iscrowd": 0,
}


def _columns(row, truths=False):
    return columns_of_rows([row], {row.get("id"): row}, truths=truths)


@pytest.mark.parametrize("truths", [True, False])
def test_plain_rows_become_columns(truths):
    found = _columns(_ROW, truths)
    assert found.boxes.tolist() == [[1, 2.5, 3, 4]]
    assert (found.image.tolist(), found.category.tolist(), found.ids.tolist()) == ([7], [1], [3])
    assert found.area.tolist() == [12]
    assert (found.score is None) is truths
    assert (found.crowd is None) is not truths


@pytest.mark.parametrize(
    "change",
    [
        {"image_id": np.int32(7)},
        {"score": np.float32(0.5)},
        {"score": 1},
        {"area": np.uint32(12)},
        {"bbox": [np.float64(1), np.float32(2.5), 3, np.int64(4)]},
    ],
    ids=str,
)
def test_numbers_of_numpy_are_plain_too(change):
    assert _columns({**_ROW, **change}) is not None


@pytest.mark.parametrize(
    "change",
    [
        {"image_id": "7"},
        {"image_id": 7.0},
        {"image_id": 2**70},
        {"score": float("nan")},
        {"score": "0.5"},
        {"score": 2**60},
        {"area": None},
        {"area": float("inf")},
        {"bbox": [1, 2, 3]},
        {"bbox": (1, 2, 3, 4)},
        {"bbox": [1, 2, 3, "4"]},
        {"id": 0},
        {"id": -1},
        {"id": 2**60},
    ],
    ids=str,
)
def test_rows_that_are_not_plain_are_asked_one_by_one(change):
    assert _columns({**_ROW, **change}) is None


@pytest.mark.parametrize("key", [key for key in _ROW if key != "iscrowd"])
def test_rows_that_lack_a_value_are_asked_one_by_one(key):
    assert _columns({name: value for name, value in _ROW.items() if name != key}) is None


def test_rows_that_share_an_id_are_asked_one_by_one():
    assert columns_of_rows([_ROW, dict(_ROW)], {3: _ROW}, truths=False) is None


def test_an_area_that_compares_as_float32_is_noticed():
    assert _columns({**_ROW, "area": np.float32(12)}).narrow
    assert not _columns(_ROW).narrow


def test_a_truth_needs_its_crowd():
    assert _columns({**_ROW, "iscrowd": 2}, truths=True) is None
    assert _columns({**_ROW, "iscrowd": True}, truths=True).crowd.tolist() == [1]
    assert _columns({**_ROW, "id": 0}, truths=True).ids.tolist() == [0]
