"""Areas that are one share of all boxes are named; those of shapes are not."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def said(shares, **how):
    """Thirty objects, found as they are, whose areas are these shares of their boxes."""
    boxes = [[20.0 * n, 10.0, 12.0 + n, 30.0] for n in range(30)]
    shares = np.broadcast_to(shares, 30).tolist()
    rows = [
        {"id": n + 1, "image_id": 1, "category_id": 1, "bbox": box, "area": box[2] * box[3] * share}
        for n, (box, share) in enumerate(zip(boxes, shares, strict=True))
    ]
    truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": rows}
    found = [{"image_id": 1, "category_id": 1, "bbox": box, "score": 0.5} for box in boxes]
    return [each.message for each in tb.evaluate(truth, found, **how).warnings if each.code == "W-325"]


@pytest.mark.parametrize("share", [0.16, 0.25, 4.0, 0.01])
def test_one_share_of_all_is_named(share):
    (message,) = said(share)
    assert message.startswith(f"30 of 30 areas in <truth> are {share:g} of width x height of their boxes")


@pytest.mark.parametrize(
    "shares", [1.0, np.pi / 4, 0.5, np.linspace(0.2, 0.7, 30), np.linspace(0.1, 0.2, 30)]
)
def test_boxes_shapes_and_areas_of_masks_are_not(shares):
    assert said(shares) == []


def test_where_areas_decide_nothing_nothing_is_said():
    assert said(0.16, area_ranges={"all": (0, 1e10)}) == []
    assert said(0.16, fit_test=False) == []


@pytest.mark.parametrize("others", [0, 49, 50, 51, 60])
def test_one_in_a_hundred_may_have_another_share_wherever_it_stands(others):
    count = 5_000
    for places in (range(others), range(0, 80 * others, 80), range(count - others, count)):
        area = np.full(count, 25.0)
        area[list(places)] = 40.0
        rows = [
            {"id": n + 1, "image_id": 1, "category_id": 1, "bbox": [12.0 * n, 0, 10, 10], "area": each}
            for n, each in enumerate(area.tolist())
        ]
        truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": rows}
        found = [{"image_id": 1, "category_id": 1, "bbox": rows[0]["bbox"], "score": 0.5}]
        codes = [each.code for each in tb.evaluate(truth, found).warnings]
        assert ("W-325" in codes) == (others <= 50)
