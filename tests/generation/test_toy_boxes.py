"""The toy pictures show what their boxes say."""

from __future__ import annotations

import numpy as np
import pytest

from truebox import convert_boxes
from truebox.errors import ArgumentError
from truebox.generation import make_toy_boxes


def test_the_same_seed_gives_the_same_pictures():
    one, again, other = (make_toy_boxes(6, seed) for seed in (1, 1, 2))
    assert np.array_equal(one.pictures, again.pictures)
    assert np.array_equal(one.boxes, again.boxes)
    assert not np.array_equal(one.boxes, other.boxes)
    assert one.pictures.shape == (6, 64, 64, 3)
    assert one.textured.tolist() == [False, True] * 3


def test_boxes_are_whole_pixels_inside_the_picture():
    boxes = convert_boxes(make_toy_boxes(300, 3).boxes, "rel_cxcywh", "xyxy", image_size=(64, 64))
    assert np.abs(boxes - np.rint(boxes)).max() < 1e-4
    corners = np.rint(boxes)
    assert corners.min() >= 0
    assert corners.max() <= 64
    sizes = corners[:, 2:] - corners[:, :2]
    assert (sizes.min(), sizes.max()) == (12, 40)


def test_colours_change_at_the_edges_of_the_box():
    data = make_toy_boxes(60, 4)
    boxes = np.rint(convert_boxes(data.boxes, "rel_cxcywh", "xyxy", image_size=(64, 64))).astype(int)
    for picture, (x0, y0, x1, y1), textured in zip(data.pictures, boxes, data.textured, strict=True):
        if textured:
            continue
        inside = np.zeros((64, 64), bool)
        inside[y0:y1, x0:x1] = True
        apart = np.abs(picture[inside].mean(axis=0) - picture[~inside].mean(axis=0)).max()
        # Grain ends at nine grey levels; the ground itself is one colour.
        assert apart > 20
        assert picture[~inside].astype(float).std(axis=0).max() < 9


def test_no_pictures_are_refused():
    with pytest.raises(ArgumentError, match="count"):
        make_toy_boxes(0)
