"""A ragged column of text."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.records import Strings


def test_rows_are_cut_at_the_offsets():
    strings = Strings("aé😀".encode(), np.array([0, 1, 1, 7]))
    assert list(strings) == ["a", "", "é😀"]
    assert strings[-1] == "é😀"
    assert len(strings) == 3
    for row in (3, -4):
        with pytest.raises(IndexError, match=f"row {row} of 3"):
            strings[row]
