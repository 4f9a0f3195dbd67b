"""Files of plain lines at once: what is read natively is what the reader of lines reads, and only that."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.texts.label_lines import lines_of, numbers_of
from truebox.datasets.texts.plain_lines import plain_lines, plain_numbers


def test_the_values_are_those_of_the_reader_of_lines() -> None:
    chance = np.random.default_rng(0)
    files = [
        b"".join(
            b"%s %r %.2f %g\n" % (word, *row)
            for word, row in zip(words, chance.normal(0, 1e3, (9, 3)), strict=True)
        )
        for words in chance.choice([b"Car", b"Cyclist"], (20, 9))
    ]
    files = [
        each.replace(b"np.float64(", b"").replace(b")", b"") for each in [*files, b"", b"\n", files[0][:-1]]
    ]

    read = plain_lines(files, " ", worded=True)

    assert read is not None
    expected = [(k, words) for k, data in enumerate(files) for _, words in lines_of(data, "a.txt")]
    assert read.file.tolist() == [k for k, _ in expected]
    assert [read.words[code] for code in read.word.tolist()] == [words[0] for _, words in expected]
    assert read.numbers.T.tolist() == [numbers_of(words[1:], "a.txt", "abc") for _, words in expected]


@pytest.mark.parametrize(
    "data",
    [
        *(b"a 1 2\n\na 1 2\n", b"a 1  2\n", b" a 1 2\n", b"a 1 2 \n", b"a 1 2\na 1\n", b"a 1 x\n"),
        *(b"a 1 nan\n", b"a 1 1e999\n", b"a 1 1,5\n", b'"a b" 1 2\n', b"a\t1 2\n", b"\xc3\xa4 1 2\n"),
        *(b"\xef\xbb\xbfa 1 2\n", b"a\0 1 2\n", b"a 1 2\n\r\n", b"  \na 1 2\n", b"a\x1fb 1 2\n", b""),
        b"a 1 0." + b"0" * (1 << 16) + b"\n",
    ],
)
def test_anything_that_is_not_plain_is_left_to_the_reader_of_lines(data: bytes) -> None:
    assert plain_lines([b"a 1 2\n", data] if data else [data], " ", worded=True) is None


def test_lines_without_a_word() -> None:
    read = plain_lines([b"1,2.5\r\n", b"-3,4e2"], ",")

    assert read is not None
    assert (read.file.tolist(), read.words) == ([0, 1], ())
    assert read.numbers.tolist() == [[1.0, -3.0], [2.5, 400.0]]


def test_lines_of_any_number_of_numbers_are_those_of_the_reader_of_lines() -> None:
    chance = np.random.default_rng(1)
    lines = [
        [",", ", "][k % 2].join(f"{value:.{k % 4}f}" for value in chance.normal(0, 1e3, count))
        for k, count in enumerate(chance.integers(1, 40, 200).tolist())
    ]
    files = [
        "\n".join(lines[:90]).encode(),
        b"",
        b" \r\n",
        "\r\n".join(lines[90:]).encode() + b"\r\n",
    ]

    read = plain_numbers(files, ",")

    assert read is not None
    assert read.file.tolist() == [0] * 90 + [3] * 110
    found = [
        read.numbers[begin:end].tolist()
        for begin, end in zip(read.offsets[:-1], read.offsets[1:], strict=True)
    ]
    expected = [words for data in files for _, words in lines_of(data, "a.txt", ",")]
    assert found == [numbers_of(words, "a.txt", words) for words in expected]


@pytest.mark.parametrize(
    "data",
    [
        *(b"1,,2\n", b"1,2,\n", b",1\n", b"1,2\n\n3,4\n", b"1,word\n", b"1 2\n", b"1,  2\n", b" 1,2\n"),
        *(b"1,2 \n", b"1,nan\n", b"1,1e999\n", b'"1",2\n', b"1\r2\n", b"\xef\xbb\xbf1,2\n", b"1,0x2\n", b""),
    ],
)
def test_lines_that_hold_anything_else_are_left_to_the_reader_of_lines(data: bytes) -> None:
    assert plain_numbers([b"1,2\n", data] if data else [data], ",") is None
