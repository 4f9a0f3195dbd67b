"""The first line of a delimited text."""

from __future__ import annotations

import pytest

from truebox.datasets.texts.csv.head import CsvHead, csv_head


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a,b\n1,2\n", CsvHead(("a", "b"), ",", 4)),
        (b"\xef\xbb\xbfa,b\r\n1,2\n", CsvHead(("a", "b"), ",", 8)),
        (b"a\tb, c\td\n", CsvHead(("a", "b, c", "d"), "\t", 9)),
        (b"a;b", CsvHead(("a", "b"), ";", 3)),
        (b'"a, or b", c \n', CsvHead(("a, or b", "c"), ",", 14)),
    ],
)
def test_names_delimiter_and_first_row(data, expected):
    assert csv_head(data) == expected


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\xff\xfea\0,\0b\0", b'"a\nb",c\n', b"a,b\0\n", b"a\rb\n", b"caf\xe9,b\n"]
)
def test_what_is_no_header(data):
    assert csv_head(data) is None
