"""Boxes in the place of masks are named, on either side; masks of square objects are not."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def outline(box, kind):
    x, y, w, h = box
    if kind == "box":
        return [[x, y, x + w, y, x + w, y + h, x, y + h]]
    points = [(x + w / 2 * (1 + cos(k * pi / 8)), y + h / 2 * (1 + sin(k * pi / 8))) for k in range(16)]
    return [[value for point in points for value in point]]


def sides(of_truth, of_found, as_text=False):
    chance = np.random.default_rng(3)
    truth, found = [], []
    for n in range(80):
        box = [*chance.uniform(0, 200, 2).round().tolist(), *chance.uniform(30, 90, 2).round().tolist()]
        row = {"image_id": n % 20 + 1, "category_id": 1}
        of_disc = 0.765 if of_truth == "round" else 1.0  # sixteen corners: 4 sin(pi / 8) / 2 of the square
        area = of_disc * box[2] * box[3]
        truth.append(
            row
            | {"id": n + 1, "bbox": box, "area": area, "iscrowd": 0, "segmentation": outline(box, of_truth)}
        )
        shape = outline(box, of_found)
        if as_text:
            mask = np.zeros((300, 300), dtype=bool)
            left, top, wide, high = map(int, box)
            mask[top : top + high, left : left + wide] = True
            shape = tb.encode_mask(mask)
        found.append(row | {"score": 0.3 + 0.005 * n, "segmentation": shape})
    images = [{"id": n, "width": 300, "height": 300} for n in range(1, 21)]
    return {"images": images, "categories": [{"id": 1, "name": "cat"}], "annotations": truth}, found


def messages(truth, found):
    result = tb.evaluate(truth, found, geometry="masks")
    return [each.message for each in result.warnings if each.code == "W-329"]


def test_predictions_that_are_boxes_are_named():
    (message,) = messages(*sides("round", "box"))
    assert message.startswith("100% of the masks in <predictions> fill the box around them")


def test_a_truth_of_boxes_is_named():
    (message,) = messages(*sides("box", "round"))
    assert message.startswith("100% of the masks in <truth> fill the box around them")


@pytest.mark.parametrize("kind", ["round", "box"])
def test_where_both_are_alike_nothing_is_said(kind):
    assert messages(*sides(kind, kind)) == []
