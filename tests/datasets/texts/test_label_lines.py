"""Words of label files."""

from __future__ import annotations

import pytest
from format_rounds import refused

from truebox.datasets.texts.label_lines import (
    are_numbers,
    head_words,
    label_lines,
    number_of,
    numbers_of,
    whole_of,
)


def test_places_count_blank_lines(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfa 1\r\n\r\n  b\t2 \r\n")
    assert list(label_lines(path)) == [(f"{path} line 1", ["a", "1"]), (f"{path} line 3", ["b", "2"])]


def test_an_empty_file_has_no_lines(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"")
    assert list(label_lines(tmp_path / "a.txt")) == []


@pytest.mark.parametrize(
    ("data", "code"), [(b"a \xff", "E-105"), (b"a\0", "E-105"), (b"a" * 70_000, "E-432")]
)
def test_lines_that_are_no_labels(tmp_path, data, code):
    (tmp_path / "a.txt").write_bytes(b"b 1\n" + data)
    assert "a.txt line 2" in refused(code, lambda: list(label_lines(tmp_path / "a.txt")))


@pytest.mark.parametrize("word", ["", "nan", "inf", "1e999", "1_0", "0x1", "1,5"])
def test_words_that_are_no_numbers(word):
    refused("E-422", number_of, word, "a.txt line 1", "left")
    assert not are_numbers([word]) or word == "1e999"


@pytest.mark.parametrize(
    "word", ["", "nan", "inf", "1e999", "-1e999", "1_0", "0x1", "e", ".", "+", "1e", "--1"]
)
def test_a_word_among_numbers_is_named(word):
    assert "y is " in refused("E-422", numbers_of, ["1", word, "3"], "a.txt line 1", "xyz")


def test_numbers_are_read_together_as_one_by_one():
    words = ["1", "-2.5", ".5", "3.", "+4e-3", "1E5", "-0", "0.1", "123456789012345678901"]
    assert numbers_of(words, "a.txt line 1", words) == [
        number_of(word, "a.txt line 1", "x") for word in words
    ]
    assert str(numbers_of(["-0"], "a.txt line 1", "x")) == "[-0.0]"


@pytest.mark.parametrize("word", ["1.5", "1e300"])
def test_words_that_are_not_whole(word):
    refused("E-422", whole_of, word, "a.txt line 1", "frame")


def test_the_head_leaves_out_a_line_that_is_cut():
    assert len(head_words(b"a 1\n" * 20_000)) == 200
    assert head_words(b"1,2\n3,4", ",") == [["1", "2"], ["3", "4"]]
    assert head_words(b"x" * (1 << 16)) == []
