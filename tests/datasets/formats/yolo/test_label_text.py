"""One label file, slowly: the words of its errors."""

from __future__ import annotations

import pytest

from truebox.datasets.formats.yolo.label_text import rows_of_text
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError


def test_blank_lines_tabs_and_every_line_end():
    rows = list(rows_of_text("0 .5 5. +1 -0\r\n\r\n\t2.0\t1e-1 0 0 0 \r3 1 1 1 1", "a", RowErrors()))
    assert rows == [(1, 0, [0.5, 5.0, 1.0, -0.0]), (3, 2, [0.1, 0, 0, 0]), (4, 3, [1, 1, 1, 1])]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("0 0,5 0.5 1 1", r"\"0,5\", which has a decimal comma"),
        ("cat 0.5 0.5 1 1", r"\"cat\" is not a number"),
        ("1.5 0.5 0.5 1 1", "no class number"),
        ("-1 0.5 0.5 1 1", "no class number"),
        ("0 nan 0.5 1 1", r"\"nan\" is not a number"),
        ("0 1e999 0.5 1 1", "too large"),
        ("0 0x1p3 1 1 1", "is not a number"),
        ("0 1_0 1 1 1", "is not a number"),
        ("0 ٣ 1 1 1", "is not a number"),
        ("0 " + "9" * 100_000 + "x 1 1 1", r"9\.\.\.\" is not a number"),
    ],
)
def test_a_row_that_is_no_numbers_is_refused_with_file_and_line(row, words):
    with pytest.raises(InputError, match=rf"E-400 labels/a.txt line 2: .*{words}") as caught:
        list(rows_of_text(f"0 1 1 1 1\n{row}\n", "labels/a.txt", RowErrors()))
    assert caught.value.row == 1
    assert len(str(caught.value)) < 300


def test_lenient_drops_the_row_alone():
    errors = RowErrors(lenient=True)
    assert [line for line, _, _ in rows_of_text("0 1\nx\n0 2", "a", errors)] == [1, 3]
    assert errors.counts == {"E-400": 1}
