"""Columns on a terminal, against Rich's tables where they know the character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from truebox._writing.display_width import cut, display_width, pad


@pytest.mark.parametrize("text", ["", "cat", "猫と犬", "naïve", "קטלוג", "ｆｕｌｌ", "한국어"])
def test_widths_agree_with_rich(text: str) -> None:
    assert display_width(text) == cell_len(text)


def test_combining_marks_take_no_column() -> None:
    assert display_width("e\u0301") == 1


@given(st.text(), st.integers(1, 30))
def test_cut_never_exceeds_and_keeps_what_fits(text: str, columns: int) -> None:
    shown = cut(text, columns)
    assert display_width(shown) <= columns
    if display_width(text) <= columns and len(text) <= 4 * columns:
        assert shown == text
    else:
        assert "…" in shown


@given(st.text(st.characters(min_codepoint=32, max_codepoint=0x9FFF), max_size=20))
def test_pad_fills_to_the_column(text: str) -> None:
    assert display_width(pad(text, 60)) == 60
    assert pad(text, 60, right=True).strip(" ") == text.strip(" ")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("class 0123456789 a", "clas…89 a"),
        ("猫猫猫猫猫猫猫猫1", "猫猫…猫1"),
        ("abcdefgh e\u0301", "abcd…gh e\u0301"),
        ("a" + "\u0301" * 99 + "b", "a" + "\u0301" * 36 + "…b"),
    ],
)
def test_both_ends_of_what_is_cut_are_kept(text: str, shown: str) -> None:
    assert cut(text, 9) == shown
