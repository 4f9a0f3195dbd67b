"""Overlaps at a threshold: of upright boxes they are rounded as GEOS rounds them."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.protocols.text.close_calls import close_overlaps
from truebox.evaluation.protocols.text.outlines import MetPairs
from truebox.records import Outlines

BOXES = {
    # Word and half of it, with the overlaps that shapely 2.2 (GEOS 3.14) gives: areas, and outline.
    "half": ((191.07, 0.0, 341.21, 10.0), (191.07, 0.0, 266.14, 10.0), 0.49999999999999994, 0.5),
    "more": (
        (62.99, 283.6, 149.19, 307.65),
        (62.99, 283.6, 106.09, 307.65),
        0.5000000000000001,
        0.5000000000000001,
    ),
    "same": ((70.29, 264.85, 189.81, 282.06), (70.29, 264.85, 130.05, 282.06), 0.4999999999999999, 0.5),
}


def corners(box: tuple[float, ...]) -> np.ndarray:
    left, top, right, bottom = box
    return np.array([left, top, right, top, right, bottom, left, bottom])


@pytest.mark.parametrize("name", BOXES)
def test_rounding_is_that_of_the_kit(name: str) -> None:
    """What is shared is given off by a rounding."""
    word, half, by_areas, by_outline = BOXES[name]
    area = (half[2] - half[0]) * (half[3] - half[1])
    shared = np.array([np.nextafter(area, 1e9)])
    one, places = np.zeros(1, np.int64), np.array([0, 4])
    pairs = MetPairs(
        one,
        one,
        shared,
        shared,
        np.array([2 * area]),
        Outlines(corners(half), places),
        Outlines(corners(word), places),
    )
    assert close_overlaps(pairs, (0.5,)).iou.tolist() == [by_areas]
    assert close_overlaps(pairs, (0.5,), outlined=True).iou.tolist() == [by_outline]
    assert close_overlaps(pairs, (0.5,)).of_found.tolist() == [1.0]
