"""The four numbers of boxes in any layout: as the formats of boxes convert them, both ways."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.boxes import BoxFormat
from truebox.boxes.layouts import relayout
from truebox.datasets.columns.numbers.four_numbers import LAYOUTS, as_xywh, from_xywh

NUMBERS = np.random.default_rng(0).uniform(-50, 900, (40, 4))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_both_ways_are_those_of_the_formats(layout: str) -> None:
    columns, form = tuple(NUMBERS.T), BoxFormat(layout)
    assert np.array_equal(as_xywh(NUMBERS, layout), np.stack(relayout(form, BoxFormat.XYWH, columns), axis=1))
    assert np.array_equal(
        from_xywh(NUMBERS, layout), np.stack(relayout(BoxFormat.XYWH, form, columns), axis=1)
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_no_number_stays_none(layout: str) -> None:
    strange = np.array([[np.inf, 0, 1, 1], [np.nan, 0, 1, 1], [1e200, -1e200, 1e200, 1e200]])
    form = BoxFormat(layout)
    with np.errstate(all="ignore"):
        expected = np.stack(relayout(form, BoxFormat.XYWH, tuple(strange.T)), axis=1)
        assert np.array_equal(as_xywh(strange, layout), expected, equal_nan=True)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_whole_numbers_and_no_boxes(layout: str) -> None:
    whole = np.array([[4, 5, 10, 12]])
    assert np.array_equal(as_xywh(whole, layout), as_xywh(whole.astype(float), layout))
    assert as_xywh(np.empty((0, 4)), layout).shape == from_xywh(np.empty((0, 4)), layout).shape == (0, 4)
