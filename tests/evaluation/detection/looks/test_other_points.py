"""Keypoints in another order are refused where all are so, and named where some are."""

from __future__ import annotations

import re

import numpy as np
import pytest

import truebox as tb
from truebox.errors import InputError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

PLACES = np.array([(0.25, 0.2), (0.75, 0.2), (0.2, 0.5), (0.8, 0.5), (0.3, 0.9), (0.7, 0.9)])
SIGMAS = [0.1] * 6
EXCHANGED = [1, 0, 3, 2, 5, 4]


def sides(off=0.03, images=40, order=None, of=0):
    """People of forty images, and the points of their detections, of the first images in another order."""
    chance = np.random.default_rng(5)
    truth, found = [], []
    for image in range(images):
        boxes, true, seen = [], [], []
        for n in range(4):
            low, size = np.array([150.0 * n, 20]), chance.uniform(60, 120, 2)
            points = low + (PLACES + chance.normal(0, 0.04, (6, 2))) * size
            near = points + chance.normal(0, off, (6, 2)) * np.sqrt(size.prod())
            if image < of:
                near = near[order]
            boxes.append([*low, *(low + size)])
            true.append(np.concatenate([points, np.full((6, 1), 2)], axis=1))
            seen.append(np.concatenate([near, np.ones((6, 1))], axis=1))
        row = {"boxes": boxes, "labels": [1] * 4}
        truth.append(row | {"keypoints": true})
        found.append(row | {"keypoints": seen, "scores": chance.uniform(0.3, 1, 4)})
    return truth, found


def evaluated(truth, found):
    return tb.evaluate(truth, found, geometry="keypoints", sigmas=SIGMAS)


@pytest.mark.parametrize("order", [EXCHANGED, [1, 2, 3, 4, 5, 0], [2, 0, 1, 5, 3, 4]])
@pytest.mark.parametrize("off", [0.02, 0.06])
def test_another_order_of_all_is_refused(order, off):
    with pytest.raises(InputError, match=r"E-470 .* if the points were in another order: "):
        evaluated(*sides(off, order=order, of=40))


@pytest.mark.parametrize("of", [10, 20])
def test_left_and_right_exchanged_in_some_images_are_named_with_what_ap_would_be(of):
    result = evaluated(*sides(order=EXCHANGED, of=of))
    (message,) = [each.message for each in result.warnings if each.code == "W-331"]
    assert "in another order: 1 and 2, 3 and 4, 5 and 6 exchanged; " in message
    assert f"in {of} images (0, 1, 2, ...)" in message
    better, given = map(float, re.findall(r"AP would be ([.\d]+) instead of ([.\d]+)", message)[0])
    assert given == pytest.approx(result.metrics["AP"], abs=1e-4)
    assert better == pytest.approx(evaluated(*sides()).metrics["AP"], abs=1e-4)


@pytest.mark.parametrize("off", [0.01, 0.05, 0.1, 0.3])
def test_points_in_their_order_are_not_named(off):
    assert "W-331" not in {each.code for each in evaluated(*sides(off)).warnings}


def test_a_few_people_exchanged_are_not_named():
    assert "W-331" not in {each.code for each in evaluated(*sides(order=EXCHANGED, of=2)).warnings}
