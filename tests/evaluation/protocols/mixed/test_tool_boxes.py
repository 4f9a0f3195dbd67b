"""What tools make of boxes, by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.evaluation import Rules, by_rules, evaluate
from truebox.evaluation.protocols.mixed.tool_boxes import true_boxes

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

WIDE = {"id": 1, "width": 320, "height": 160}
"""In a square of 640: twice as large, with 160 above and below."""

BOX = [100.0, 40, 60, 50]


def ar(true: list[float], got: list[float], image: dict[str, Any] = WIDE, **rules: Any) -> float:
    """1 where the box that is found becomes the true one exactly, less where it is off."""
    truth = {
        "images": [image],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": 1, "image_id": 1, "category_id": 1, "bbox": true, "area": 100.0, "iscrowd": 0}
        ],
    }
    found = [{"image_id": 1, "category_id": 1, "bbox": got, "score": 0.9}]
    protocol = by_rules("m", "M", "", Rules(**rules), iou=(1 - 1e-7,))
    return float(evaluate(truth, found, protocol=protocol, fit_test=False).metrics["AR"])


@pytest.mark.parametrize(
    ("got", "rules"),
    [
        (BOX, {}),
        ([99.0, 39, 60, 50], {"found_boxes": "1 pixel on"}),
        ([101.0, 41, 60, 50], {"found_boxes": "1 pixel back"}),
        ([100.0, 40, 59, 49], {"found_boxes": "1 pixel wider"}),
        ([100.0, 40, 61, 51], {"found_boxes": "1 pixel narrower"}),
        ([100.4, 39.6, 60.3, 50.4], {"found_boxes": "rounded"}),
        ([100.04, 39.96, 60.01, 50.0], {"found_boxes": "1 decimal"}),
        ([100.004, 39.996, 60.001, 50.0], {"found_boxes": "2 decimals"}),
        ([100.0004, 39.9996, 60.0001, 50.0], {"found_boxes": "3 decimals"}),
        ([100.0, 40, 160, 90], {"found_boxes": "sizes as corners"}),
        ([70.0, 15, 60, 50], {"found_boxes": "centres as corners"}),
        ([130.0, 65, 60, 50], {"found_boxes": "corners as centres"}),
        ([50.0, -60, 30, 25], {"letterbox": "left in"}),
        ([200.0, 240, 120, 100], {"letterbox": "taken off"}),
        ([100.0, -40, 60, 50], {"letterbox": "padding left in"}),
        ([100.0, 120, 60, 50], {"letterbox": "padding taken off"}),
        ([100.2, 39.9, 59.9, 50.0], {"letterbox": "whole pixels"}),
        ([100.0, 0.0, 60, 100], {"letterbox": "stretched"}),
    ],
)
def test_what_was_made_of_a_box(got: list[float], rules: dict[str, Any]) -> None:
    assert ar(BOX, got, **rules) == 1
    if rules:
        assert ar(BOX, got) == 0


def test_far_corners_where_sizes_belong() -> None:
    assert ar([10.0, 10, 60, 50], [10.0, 10, 50, 40], found_boxes="corners as sizes") == 1
    assert ar([10.0, 10, 50, 40], [10.0, 10, 60, 50], found_boxes="sizes as corners") == 1


def test_stretched_by_hand() -> None:
    """x y 100 0 of 320 x 160 are 200 160 in the square, of which 320/640 and 160/640 are 100 40."""
    assert ar([100.0, 40, 60, 12.5], [100.0, 0.0, 60, 25], letterbox="stretched") == 1


def test_clipped_to_the_image() -> None:
    assert ar([300.0, 40, 20, 50], [300.0, 40, 60, 50], found_boxes="clipped") == 1
    assert ar([0.0, 40, 20, 50], [-40.0, 40, 60, 50], found_boxes="clipped") == 1


def test_the_side_of_the_square_counts() -> None:
    assert ar(BOX, [100.0, 120, 60, 50], letterbox="taken off", letterbox_size=320) == 1
    assert ar(BOX, [100.0, 120, 60, 50], letterbox="taken off", letterbox_size=640) == 0
    assert ar(BOX, [100.0, 40 + 80, 60, 50], letterbox="padding taken off", letterbox_size=320) == 1


def test_an_image_of_unknown_size_is_left_as_it_is() -> None:
    for rules in ({"letterbox": "left in"}, {"found_boxes": "clipped"}):
        assert ar(BOX, BOX, {"id": 1}, **rules) == 1


def test_coordinates_of_both_sides() -> None:
    box = np.array([[0.4, 0.6, 10.2, 10.0]])
    assert true_boxes(box, Rules()) is box
    assert true_boxes(box, Rules(coordinates="rounded")).tolist() == [[0, 1, 11, 10]]
    single = true_boxes(box, Rules(coordinates="single"))[0]
    assert single[0] == float(np.float32(0.4))
    assert single[2] == float(np.float32(10.6) - np.float32(0.4))
