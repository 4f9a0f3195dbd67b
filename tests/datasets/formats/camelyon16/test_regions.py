"""Growing by hand; the whole way is compared with the script in tests/parity."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.formats.camelyon16.regions import grown, regions_of_labels, regions_of_outlines

REACH = 75 / (0.243 * 32 * 2)


def square(left: float, top: float, side: float) -> np.ndarray:
    return 32 * np.array([[left, top], [left + side, top], [left + side, top + side], [left, top + side]])


@pytest.mark.parametrize("at", [0, 3, 20])
def test_grown_is_what_is_nearer_than_the_reach(at: int) -> None:
    canvas = np.zeros((3, 2), dtype=bool)
    canvas[1, 0] = True
    mask, left, top = grown(canvas, at, at)
    assert left >= 0
    assert top >= 0
    y, x = np.mgrid[: mask.shape[0], : mask.shape[1]]
    np.testing.assert_array_equal(mask, np.hypot(y + top - at - 1, x + left - at) < REACH)


def test_holes_are_filled_and_cuts_are_not() -> None:
    whole, hole = square(10, 10, 40), square(20, 20, 20)
    assert (
        regions_of_outlines([whole], [hole])[0].mask.all() == regions_of_outlines([whole], [])[0].mask.all()
    )
    assert (
        regions_of_outlines([whole], [hole])[0].mask.sum() == regions_of_outlines([whole], [])[0].mask.sum()
    )
    halves = regions_of_outlines([square(10, 10, 40)], [square(5, 22, 60)])
    assert [each.box[1] // 32 for each in halves] == [10 - 4]  # the lower part is cut away whole


def test_near_outlines_are_one() -> None:
    assert len(regions_of_outlines([square(10, 10, 40), square(58, 10, 40)], [])) == 1
    assert len(regions_of_outlines([square(10, 10, 40), square(62, 10, 40)], [])) == 2


def test_isolated() -> None:
    """The major axis of a square of n pixels is 4 * sqrt((n * n - 1) / 12); 275 µm are 35.37 pixels."""
    held = [regions_of_labels(np.ones((n, n), dtype=int))[0].isolated for n in (30, 31)]
    assert held == [True, False]  # 34.6 and 35.8


def test_no_outlines() -> None:
    assert regions_of_outlines([], []) == []
    assert regions_of_labels(np.zeros((3, 3), dtype=int)) == []
