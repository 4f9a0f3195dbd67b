"""Ids of images that a file names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from truebox.datasets.columns.image_keys import ImageKeys


def test_suffixes_are_dropped_while_that_tells_images_apart():
    keys = ImageKeys()
    assert [keys.of(name) for name in ("s/a.jpg", "s/a.png", "s/a", "s/a.jpg")] == [
        "s/a",
        "s/a.png",
        "s/a_",
        "s/a",
    ]
    assert "s/a.png" in keys
    assert "t" not in keys


@given(st.lists(st.text("ab./", min_size=1), unique=True))
def test_different_names_have_different_ids(names):
    keys = ImageKeys()
    assert len({keys.of(name) for name in names}) == len(names)
