"""Numbers in sentences."""

from __future__ import annotations

import pytest

from truebox._writing.counted import agreeing, counted


@pytest.mark.parametrize(("number", "words"), [(0, "0 images"), (1, "1 image"), (2, "2 images")])
def test_one_alone_is_singular(number, words):
    assert counted(number, "image") == words


def test_irregular_words_and_verbs():
    assert counted(2, "class", "classes") == "2 classes"
    assert [agreeing(number, "has", "have") for number in (0, 1, 2)] == ["have", "has", "have"]
