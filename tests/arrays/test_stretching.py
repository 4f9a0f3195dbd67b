"""Which shapes go with each other box by box."""

from __future__ import annotations

import pytest

from truebox.arrays import stretched


@pytest.mark.parametrize(
    ("one", "other", "fit"),
    [
        ((8, 4), (8, 4), True),
        ((8, 4), (1, 4), False),
        ((8, 1, 4), (1, 5, 4), True),
        ((8, 1, 4), (8, 4), False),
        ((8, 2, 4), (8, 3, 4), False),
        ((None, 4), (8, 4), True),
        ((None, 3, 4), (2, 3, 4), True),
    ],
)
def test_only_a_written_one_stretches(one, other, fit):
    assert stretched(one, other) is fit
    assert stretched(other, one) is fit
