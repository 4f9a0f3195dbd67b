"""av2-api, main at b7321d1, ``detection/test_eval.py``, and scikit-image, main at cd0a3d2, as facts."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import pi, sqrt
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.evaluation import semantic_iou
from truebox.masks import mask_area, mask_to_box, polygons_to_masks
from truebox.overlap import elementwise_iou_3d

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

NAMES = ("tx_m", "ty_m", "tz_m", "length_m", "width_m", "height_m", "qw", "qx", "qy", "qz")


def vehicles(rows: Any) -> dict[str, list[Any]]:
    same = {
        "timestamp_ns": 7,
        "log_id": "a",
        "category": "REGULAR_VEHICLE",
        "num_interior_pts": 1,
        "score": 1.0,
    }
    filled = [same | dict(zip(NAMES, row, strict=True)) for row in rows]
    return {name: [row[name] for row in filled] for name in filled[0]}


def of_vehicles(true: Any, found: Any) -> Any:
    result = tb.evaluate(vehicles(true), vehicles(found), protocol="argoverse2")
    return next(each.metrics for each in result.per_class if each.name == "REGULAR_VEHICLE")


CUBE = (5, 5, 5, 1, 0, 0, 0)


def test_av2_error_of_size_is_no_iou():
    """``test_iou_aligned_3d``: 40 / 270 for 4 x 10 x 3 and 9 x 5 x 2, a union that is "the sum".

    The sum less the shared is 120 + 90 - 40 = 170; 270 is the block around both, 9 x 10 x 3. ASE is theirs.
    """
    exact = Fraction(4 * 5 * 2, 4 * 10 * 3 + 9 * 5 * 2 - 4 * 5 * 2)
    found = elementwise_iou_3d([[-2, -5, -1.5, 2, 5, 1.5]], [[-4.5, -2.5, -1, 4.5, 2.5, 1]])
    assert found[0] == pytest.approx(float(exact), abs=1e-15)
    metrics = of_vehicles([(0, 0, 0, 9, 5, 2, 1, 0, 0, 0)], [(0, 0, 0, 4, 10, 3, 1, 0, 0, 0)])
    assert metrics["ASE"] == pytest.approx(1 - 40 / 270, abs=1e-15)


def test_av2_assignment():
    """Two of three are .1 away, the third finds nothing: the mean of errors is that of the two."""
    found = [(x, x, x, *CUBE) for x in (0, 10, 20)]
    true = [(-10, -10, -10, *CUBE), (0.1, 0, 0, *CUBE), (10.1, 10, 10, *CUBE)]
    metrics = of_vehicles(true, found)
    assert (metrics["ATE"], metrics["ASE"], metrics["AOE"]) == pytest.approx((0.1, 0, 0), abs=1e-12)
    assert metrics["AR"] == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("shift", "within"),
    [((3, 4, 0), [0, 0, 0, 0]), ((1, 1, 1), [0, 0, 1, 1])],
)
def test_av2_distance(shift, within):
    """5 for 3, 4, 0; they publish sqrt(75) for 5, 5, 5, of which a fifth is sqrt(3)."""
    metrics = of_vehicles([(*shift, *CUBE)], [(0, 0, 0, *CUBE)])
    assert [metrics[f"AP[{each}m]"] for each in ("0.5", "1", "2", "4")] == pytest.approx(within, abs=1e-12)
    assert metrics["ATE"] == pytest.approx(2 if not any(within) else sqrt(3))


def test_av2_error_of_size():
    """1 - .125 for half of each side."""
    metrics = of_vehicles([(0, 0, 0, 10, 10, 10, 1, 0, 0, 0)], [(0, 0, 0, *CUBE)])
    assert metrics["ASE"] == pytest.approx(0.875, abs=1e-12)


@pytest.mark.parametrize("parts", [4, 8])
def test_av2_error_of_direction(parts):
    """Between neighbours of so many directions, both ways, over the whole turn."""
    yaws = np.arange(0, 2 * pi, 2 * pi / parts)
    turned = [(0, 0, 0, 5, 5, 5, np.cos(yaw / 2), 0, 0, np.sin(yaw / 2)) for yaw in yaws]
    for one, other in pairwise(turned):
        for sides in (([one], [other]), ([other], [one])):
            assert of_vehicles(*sides)["AOE"] == pytest.approx(2 * pi / parts, abs=1e-12)


def test_scikit_image_area_of_a_polygon():
    """``test_polygon2mask.py``: 57,653 pixels; the exact area is 57,648, and the outline 1,226 long.

    There a pixel is in where its middle is; run lengths of COCO follow the outline.
    """
    rows = [80, 111, 146, 234, 407, 300, 187, 45]
    columns = [465, 438, 499, 380, 450, 287, 210, 167]
    exact = abs(sum(rows[k - 1] * columns[k] - rows[k] * columns[k - 1] for k in range(8))) / 2
    assert exact == 57648
    outline = np.stack([columns, rows], axis=1).ravel().tolist()
    area = mask_area(polygons_to_masks([[outline]], [(512, 512)]))[0]
    assert abs(area - 57653) < abs(area - exact) + 6 < 60


def test_scikit_image_boxes_of_regions():
    """``test_regionprops.py``: a region reaches to row 10, column 18; without its last column to 17."""
    region = np.ones((10, 18), dtype=bool)
    shorter = region.copy()
    shorter[:, -1] = False
    assert mask_to_box(np.array([region, shorter])).tolist() == [[0, 0, 18, 10], [0, 0, 17, 10]]


def test_scikit_image_contingency():
    """``test_segmentation_metrics.py``: labels 1, 2, 3, 4 beside 1, 1, 8, 8, a quarter of all each."""
    counted = semantic_iou(np.array([1, 2, 3, 4]), np.array([1, 1, 8, 8]), classes=9).matrix
    assert np.argwhere(counted).tolist() == [[1, 1], [2, 1], [3, 8], [4, 8]]
    assert set(counted[counted > 0].tolist()) == {1}
