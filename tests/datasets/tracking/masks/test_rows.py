"""Rows become a sequence."""

from __future__ import annotations

import pytest

from truebox.datasets.tracking.masks.rows import MaskRows
from truebox.errors import InputError


def test_an_empty_sequence_and_a_frame_before_the_first():
    rows = MaskRows(place="a.txt")
    assert len(rows.sequence("a", first=1, length=4, is_truth=True)) == 0
    rows.add(frame=0, track=1, label=2, line=7)
    with pytest.raises(InputError, match=r"E-435 a.txt line 7: frame 0 is not in 1 to 4"):
        rows.sequence("a", first=1, length=4, is_truth=True)
