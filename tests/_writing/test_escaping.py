"""Text from files must do nothing in the place it is shown in."""

from __future__ import annotations

import csv
import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_results import HOSTILE_NAMES

from truebox._writing.escaping import escape_csv, escape_markdown, escape_terminal

ANY_TEXT = st.text(st.characters())  # lone surrogates included


@given(ANY_TEXT)
def test_nothing_that_a_terminal_acts_on_is_left(text: str) -> None:
    shown = escape_terminal(text)
    # Unicode general categories: Cc controls, Cs surrogates, Zl and Zp separators.
    assert not [c for c in shown if unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"}]
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    shown.encode("utf-8")


@pytest.mark.parametrize("text", ["猫と犬", "🐈‍⬛", "קטלוג", "[/x]", "naïve", "a\\b"])
def test_letters_of_every_script_stay(text: str) -> None:
    assert escape_terminal(text) == text


def test_control_characters_are_spelled_out() -> None:
    assert escape_terminal("\x1b]0;x\x07\u202e\ud800") == "\\x1b]0;x\\x07\\u202e\\ud800"


# Unicode's Bidi_Control: embeddings and overrides, and isolates; and the two separators of lines.
@pytest.mark.parametrize("code", [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029])
def test_direction_and_line_are_not_turned(code: int) -> None:
    assert escape_terminal(f"a{chr(code)}b") == f"a\\u{code:04x}b"
    assert chr(code) not in escape_markdown(f"a{chr(code)}b")


@given(ANY_TEXT)
def test_a_markdown_cell_stays_one_cell(text: str) -> None:
    shown = escape_markdown(text)
    assert "\n" not in shown
    assert "<" not in shown
    unescaped = shown.replace("\\\\", "").replace("\\|", "")
    assert "|" not in unescaped


def test_markdown_markup_is_literal() -> None:
    assert escape_markdown("*a* [b](c) `d`") == "\\*a\\* \\[b\\]\\(c\\) \\`d\\`"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "  =", "＝"])
def test_a_formula_gets_an_apostrophe(start: str) -> None:
    # The characters are those of OWASP's "CSV Injection" page, and their full-width forms.
    assert escape_csv(start + "1+1").startswith("'")


@given(ANY_TEXT)
def test_csv_reads_back_as_one_cell(text: str) -> None:
    out = io.StringIO()
    csv.writer(out).writerow([escape_csv(text), "end"])
    rows = list(csv.reader(io.StringIO(out.getvalue(), newline="")))
    assert rows == [[escape_csv(text), "end"]]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_escaping_twice_changes_nothing_more_on_a_terminal(name: str) -> None:
    assert escape_terminal(escape_terminal(name)) == escape_terminal(name)
