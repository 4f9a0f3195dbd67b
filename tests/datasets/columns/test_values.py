"""Columns of parsed rows: what is accepted besides plain numbers; refusals are in tests/faults."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.columns.values import Rows
from truebox.errors import InputError


def rows(key, *values):
    return Rows([{key: value} for value in values], "x")


def test_numpy_scalars_are_numbers():
    boxes = rows("bbox", [np.float32(0.5), np.int64(2), 3, 4.0], np.array([1, 2, 3, 4])).boxes()
    assert boxes.tolist() == [[0.5, 2, 3, 4], [1, 2, 3, 4]]
    assert rows("score", np.float32(0.25), 1).numbers("score", "E-123", "E-124").tolist() == [0.25, 1]


def test_ids_of_every_exact_kind():
    assert rows("id", 1, 2.0, np.int64(2**62), -3, 2**63 - 1).ids("id").values.tolist() == [
        1,
        2,
        2**62,
        -3,
        2**63 - 1,
    ]
    found = rows("id", "b", np.str_("a"), "b").ids("id")
    assert (found.values.tolist(), found.names) == ([0, 1, 0], ("b", "a"))
    assert len(Rows([], "x").ids("id")) == 0


def test_flags_of_every_kind():
    assert rows("iscrowd", 0, 1, True, False, 1.0, None, np.int64(1)).flags("iscrowd").tolist() == [
        0,
        1,
        1,
        0,
        1,
        0,
        1,
    ]
    assert Rows([{}], "x").flags("iscrowd").tolist() == [0]


def test_areas_and_where_they_are_missing():
    area, missing = Rows([{"area": 2.5}, {"area": None}, {}], "x").areas()
    assert missing.tolist() == [False, True, True]
    assert area[0] == 2.5


def test_integers_beyond_float_are_not_finite():
    with pytest.raises(InputError, match="E-121"):
        rows("bbox", [1, 2, 10**400, 4]).boxes()
    with pytest.raises(InputError, match="E-124"):
        rows("score", -(10**400)).numbers("score", "E-123", "E-124")


def test_the_count_of_bad_rows_is_told():
    with pytest.raises(InputError, match=r"2 of 3 rows"):
        rows("bbox", [1, 2, -3, 4], [1, 2, 3, 4], [1, 2, 3, -4]).boxes()


def test_sizes_and_texts():
    found = Rows([{"width": 3.0, "file_name": "\u00e9"}, {"height": 2, "file_name": None}], "x")
    assert found.sizes().tolist() == [[3, 0], [0, 2]]
    assert list(found.texts("file_name")) == ["\u00e9", ""]
    assert Rows([], "x").sizes().shape == (0, 2)
