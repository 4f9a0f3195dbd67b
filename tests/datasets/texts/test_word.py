"""Words of label files to be written."""

from __future__ import annotations

import pytest
from format_rounds import refused
from hypothesis import given
from hypothesis import strategies as st

from truebox.datasets.texts.word import as_file_word, as_number, as_word


@pytest.mark.parametrize("name", ["", " a", "a b", "a\tb", "a\n", "\x1b[0m"])
def test_names_that_are_no_word(name):
    refused("E-433", as_word, name, "labels")


@pytest.mark.parametrize("name", ["a/b", "a\\b", "a:b", "a*"])
def test_names_that_no_file_can_have(name):
    assert as_word(name, "labels") == name
    refused("E-433", as_file_word, name, "labels")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_read_back(value):
    assert float(as_number(value)) == value
