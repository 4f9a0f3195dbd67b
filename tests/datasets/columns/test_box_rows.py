"""One box, one score of a row, checked."""

from __future__ import annotations

import math

import pytest

from truebox.datasets.columns.box_rows import checked_box, checked_score
from truebox.errors import InputError


def test_numbers_become_floats():
    assert checked_box((1, 2, 0, 4), "a", 0) == (1.0, 2.0, 0.0, 4.0)
    assert checked_score(1, "a", 0) == 1.0


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e101])
def test_a_box_that_is_not_finite_is_refused(bad):
    with pytest.raises(InputError, match=r"E-121 a.txt line 3: ") as caught:
        checked_box((1, 2, bad, 4), "a.txt line 3", 2)
    assert caught.value.row == 2


@pytest.mark.parametrize("box", [(1, 2, -3, 4), (1, 2, 3, -4)])
def test_a_negative_size_is_refused(box):
    with pytest.raises(InputError, match=r"E-122 .*negative size"):
        checked_box(box, "a.txt line 3", 2)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_score_that_is_not_finite_is_refused(bad):
    with pytest.raises(InputError, match="E-124"):
        checked_score(bad, "a.txt line 3", 2)
