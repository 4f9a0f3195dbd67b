from __future__ import annotations

from truebox.arrays import Columns


def test_columns_are_read_like_an_array():
    columns = Columns("a", "b", "c", "d")
    assert [columns[..., k] for k in range(4)] == list(columns) == ["a", "b", "c", "d"]
