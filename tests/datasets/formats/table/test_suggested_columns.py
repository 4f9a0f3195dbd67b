"""Columns that are proposed."""

from __future__ import annotations

import pytest

from truebox.datasets.formats.table.suggested_columns import suggested_columns


@pytest.mark.parametrize("name", ["", "to the left", "x,1", 'x"1'])
def test_a_name_that_is_no_word_of_a_command_is_not_proposed(name):
    row = ["a", "10", "20", "3", "4"]
    example = "image=file,label=kind,x1=west,y1=north,x2=east,y2=south"
    assert suggested_columns(["A", name, "C", "D", "E"], [row], "truth") == example


@pytest.mark.parametrize(
    ("row", "role", "said"),
    [
        (["cat", "a.jpg", "1", "2", "30", "40"], "truth", "image=B,label=A,x1=C,y1=D,x2=E,y2=F"),
        (["a", "10", "20", "3", "4"], "truth", "image=A,x=B,y=C,w=D,h=E"),
        (["a", ".5", "10", "20", "30", "40"], "predictions", "image=A,x1=C,y1=D,x2=E,y2=F,score=B"),
        (["a", "cat", "1,5", "2", "30,25", "40"], "truth", "image=A,label=B,x1=C,y1=D,x2=E,y2=F"),
        (["a", "b", "c"], "truth", "image=file,label=kind,x1=west,y1=north,x2=east,y2=south"),
    ],
)
def test_the_first_rows_tell_which_columns_may_be_meant(row, role, said):
    assert (
        suggested_columns(list("ABCDEF")[: len(row)], [row, [row[0], *[""] * (len(row) - 1)]], role) == said
    )
