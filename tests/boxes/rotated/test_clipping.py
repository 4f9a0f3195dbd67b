"""Nearly upright boxes are cut as upright ones are, others stay."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.boxes import clip_boxes, clip_rotated_boxes, convert_boxes
from truebox.errors import ArgumentError


@pytest.mark.parametrize("name", LIBRARIES)
def test_cut_by_hand(name):
    tested = LIBRARIES[name]()
    boxes = np.array(
        [[0.0, 5, 8, 4, 0.5], [0, 5, 8, 4, 2], [0, 5, 8, 4, 359.5], [5, 5, 2, 2, 0], [90, 5, 4, 4, 0]]
    )
    found = tested.numpy(clip_rotated_boxes(tested.array(boxes), (20, 20), unit="degrees"))
    wanted = [[2, 5, 4, 4, 0.5], [0, 5, 8, 4, 2], [2, 5, 4, 4, 359.5], [5, 5, 2, 2, 0], [20, 5, 0, 4, 0]]
    assert found.tolist() == wanted


def test_upright_boxes_are_cut_as_by_clip_boxes():
    chance = np.random.default_rng(2)
    boxes = np.column_stack(
        [chance.uniform(-100, 500, (300, 2)), chance.uniform(0, 500, (300, 2)), np.zeros(300)]
    )
    found = clip_rotated_boxes(boxes, (600, 500), unit="radians")
    plain = clip_boxes(convert_boxes(boxes[:, :4], "cxcywh", "xyxy"), (600, 500))
    assert convert_boxes(found[:, :4], "cxcywh", "xyxy") == pytest.approx(plain, abs=1e-9)


def test_bad_options():
    with pytest.raises(ArgumentError, match="upright_within is -1"):
        clip_rotated_boxes([[0, 0, 1, 1, 0]], (9, 9), unit="degrees", upright_within=-1)
    with pytest.raises(ArgumentError, match="image_size"):
        clip_rotated_boxes([[0, 0, 1, 1, 0]], (9, -9), unit="degrees")


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_nearly_upright_ones_as_upright_ones(dtype):
    chance = np.random.default_rng(14)
    boxes = np.column_stack(
        (
            chance.uniform(-20, 90, (80, 2)),
            chance.integers(1, 40, (80, 2)),
            chance.choice([0, 0.5, -359.5, 2, 90], 80),
        )
    ).astype(dtype)
    found = clip_rotated_boxes(boxes, (64, 48), unit="degrees")
    cut = clip_boxes(boxes[:, :4], (64, 48), box_format="cxcywh")
    upright = np.isin(boxes[:, 4], [0, 0.5, -359.5])
    assert found == pytest.approx(np.where(upright[:, None], np.c_[cut, boxes[:, 4]], boxes), abs=1e-4)
    for given in (np.asfortranarray(boxes), boxes.reshape(8, 10, 5)):
        again = clip_rotated_boxes(given, (64, 48), unit="degrees").reshape(-1, 5)
        assert np.array_equal(again, found)
