"""Names out of addresses; nothing is opened."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebox.datasets.folders.picture_name import picture_name


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("a.jpg", "a.jpg"),
        ("set/a.jpg", "set/a.jpg"),
        ("set\\a.jpg", "set/a.jpg"),
        ("s3://bucket/set/a.jpg", "a.jpg"),
        ("http://e.org/%C3%A4.jpg?token=1#x", "ä.jpg"),
        ("http://[bad/a.jpg", "a.jpg"),
        ("/data/upload/a.jpg", "a.jpg"),
        ("/data/upload/12/01234567-a.jpg", "a.jpg"),
        ("/data/upload/12/0123456-a.jpg", "0123456-a.jpg"),
        ("/data/local-files/?d=x/a.jpg", "x/a.jpg"),
        ("data:image/jpeg;base64,AAAA", ""),
    ],
)
def test_the_name_is_the_last_part(address, name):
    assert picture_name(address) == name


@given(st.text())
def test_every_text_has_an_answer(address):
    assert isinstance(picture_name(address), str)
