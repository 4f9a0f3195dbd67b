"""Panoptic columns: frozen, and which rows belong to which image."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from truebox.records import Source
from truebox.records.panoptic import PanopticCategories, PanopticSegments


def test_rows_of_an_image():
    segments = PanopticSegments(
        source=Source("x", "coco_panoptic", "COCO panoptic JSON"),
        images=(4, 2),
        maps=(np.zeros((1, 1), np.uint32),) * 2,
        sizes=np.zeros((2, 2), np.int64),
        offsets=np.array([0, 2, 3]),
        ids=np.array([7, 9, 7]),
        category=np.zeros(3, np.int64),
        area=np.full(3, -1),
        crowd=np.zeros(3, bool),
    )
    assert len(segments) == 3
    assert [segments.ids[segments.of(image)].tolist() for image in (0, 1)] == [[7, 9], [7]]
    with pytest.raises(dataclasses.FrozenInstanceError):
        segments.images = ()


def test_categories_count_themselves():
    assert len(PanopticCategories(ids=(1, 9), names=("a", "b"), things=np.array([True, False]))) == 2
