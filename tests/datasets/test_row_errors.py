"""Bad rows: refused at once, or dropped and counted."""

from __future__ import annotations

import pytest

from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError


def error(row: int, code: str = "E-121") -> InputError:
    return InputError(code, f"a.txt line {row + 1}", "no box", "repair it", row=row)


def test_strictly_the_first_is_raised():
    errors = RowErrors()
    with pytest.raises(InputError, match=r"a.txt line 1"):
        errors.refuse(error(0))
    assert errors.findings() == ()


def test_leniently_all_are_counted_by_code():
    errors = RowErrors(lenient=True)
    for row in range(9):
        errors.refuse(error(row))
    errors.refuse(error(20, "E-124"))
    boxes, scores = errors.findings()
    assert (boxes.code, boxes.count, boxes.rows) == ("W-150", 9, (0, 1, 2, 3, 4))
    assert boxes.message == "9 rows dropped by E-121: a.txt line 1: no box"
    assert scores.message.startswith("1 row dropped by E-124")
