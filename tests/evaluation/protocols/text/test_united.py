"""The area of two upright boxes, to the last bit of GEOS."""

from __future__ import annotations

import random

import numpy as np
import pytest

from truebox.evaluation.protocols.text.united import united_area


def ring(box: tuple[float, ...], first: int, *, turned: bool) -> np.ndarray:
    left, top, right, bottom = box
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    corners = corners[::-1] if turned else corners
    return np.array(corners[first:] + corners[:first])


@pytest.mark.parametrize(
    ("word", "half", "expected"),
    [
        # shapely 2.2 with GEOS 3.14: Polygon(half).union(Polygon(word)).area
        ((62.99, 283.6, 149.19, 307.65), (62.99, 283.6, 106.09, 307.65), 2073.1099999999956),
        ((70.29, 264.85, 189.81, 282.06), (70.29, 264.85, 130.05, 282.06), 2056.9391999999975),
    ],
)
def test_half_a_word(word: tuple[float, ...], half: tuple[float, ...], expected: float) -> None:
    assert united_area(ring(half, 0, turned=False), ring(word, 0, turned=False)) == expected


def test_boxes_as_they_come_are_those_of_shapely() -> None:
    """Halves, thirds, equal boxes, boxes that touch or cross, from every corner and in both directions."""
    polygon = pytest.importorskip("shapely.geometry").Polygon
    chance = random.Random(7)
    for _ in range(1500):
        left, top = round(chance.uniform(0, 500), 2), round(chance.uniform(0, 300), 2)
        right, bottom = round(left + chance.uniform(10, 100), 2), round(top + chance.uniform(5, 40), 2)
        across, down = round((left + right) / 2, 2), round((top + bottom) / 2, 2)
        further = round(chance.uniform(-4, 4), 2)
        other = chance.choice(
            [
                (left, top, across, bottom),
                (across, top, right, bottom),
                (left, down, right, bottom),
                (left, top, right, bottom),
                (left + 1, top + 1, right - 1, bottom - 1),
                (left - 1, top + 1, right + 1, bottom - 1),
                (left + further, top, right + further, bottom),
                (left + further, top + further, right + further, bottom + further),
            ]
        )
        pair = [
            ring(box, chance.randrange(4), turned=chance.random() < 0.5)
            for box in ((left, top, right, bottom), other)
        ]
        first, second = pair if chance.random() < 0.5 else pair[::-1]
        assert united_area(first, second) == polygon(first).union(polygon(second)).area
