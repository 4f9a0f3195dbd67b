"""Ten columns are a class, a visibility and -1, or a place in the world; disagreement is said."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.formats.mot.ten_columns import ten_columns_disagree, ten_columns_say_classes


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ((1, 0, -1), True),
        ((13, 1, -1), True),
        ((0, 1, -1), False),
        ((1.5, 1, -1), False),
        ((1, 1.5, -1), False),
        ((1, -0.5, -1), False),
        ((1, 1, 0), False),
        ((np.nan, 1, -1), False),
        ((np.inf, 1, -1), False),
        ((1, np.nan, -1), False),
    ],
)
def test_a_class_is_whole_a_visibility_a_share_and_the_last_is_none(row, says):
    assert ten_columns_say_classes(*np.array(row, dtype=float).reshape(3, 1)).tolist() == [says]


def test_rows_that_agree_are_not_spoken_of():
    assert ten_columns_disagree("gt.txt", 0, 5) == ten_columns_disagree("gt.txt", 5, 5) == ()
    assert "gt.txt: columns 8 to 10 of 4 of 5 rows" in ten_columns_disagree("gt.txt", 4, 5)[0].message
