"""Segmentations of single rows."""

from __future__ import annotations

import numpy as np
import pytest

from truebox import read_truth
from truebox.drawing.pictures.segmentation_rows import mask_of_row, outlines_of_row
from truebox.masks import decode_masks


@pytest.fixture
def held():
    annotation = {"image_id": 1, "category_id": 1, "iscrowd": 0, "bbox": [0, 0, 4, 4], "area": 4}
    segmentations = [
        [[0, 0, 4, 0, 4, 4], [1, 1, 2, 1, 2, 2, 1, 2]],
        {"size": [2, 3], "counts": [2, 2, 2]},
        {"size": [3, 3], "counts": "013000"},  # the diagonal, by pycocotools 2.0.11
    ]
    truth = {
        "images": [{"id": 1, "width": 9, "height": 9}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": row, "segmentation": each, **annotation} for row, each in enumerate(segmentations, start=1)
        ],
    }
    return read_truth(truth, geometry="masks").segmentations


def test_polygons(held):
    first, second = outlines_of_row(held, 0)
    assert first.tolist() == [[0, 0], [4, 0], [4, 4]]
    assert len(second) == 4
    assert mask_of_row(held, 0, "truth") is None


def test_counts(held):
    assert outlines_of_row(held, 1) == ()
    assert decode_masks(mask_of_row(held, 1, "truth"))[0].astype(int).tolist() == [[0, 1, 0], [0, 1, 0]]


def test_compressed_counts(held):
    assert np.array_equal(decode_masks(mask_of_row(held, 2, "truth"))[0], np.eye(3, dtype=bool))
