"""What the rules of GOT-10k ask for beside boxes."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.evaluation.single_objects.beside import (
    covers_of,
    image_size,
    limits_of,
    refuse_other_names,
    said_beside,
    visible_frames,
)

BOTH = {"a": [], "b": []}


def test_frames_are_visible_where_there_is_cover() -> None:
    assert visible_frames("a", [8, 0, 0.5], 3).tolist() == [True, False, True]
    assert visible_frames("a", None, 2).tolist() == [True, True]


@pytest.mark.parametrize("cover", [[1], [1, np.nan], "ab", [[1, 1]]])
def test_cover_is_a_number_for_every_frame(cover: object) -> None:
    with pytest.raises(ArgumentError, match="expected 2 numbers"):
        visible_frames("a", cover, 2)


def test_sizes_are_width_and_height() -> None:
    assert image_size("a", (640, 480)) == (640, 480)
    assert limits_of(BOTH, {"a": (640, 480), "b": np.array([320, 240])}).tolist() == [[640, 480], [320, 240]]


@pytest.mark.parametrize("size", [(640,), (640, 0), (640, np.inf), "big", None, (640, 480, 3)])
def test_what_is_no_size_is_left_to_be_refused(size: object) -> None:
    assert limits_of(BOTH, {"a": (640, 480), "b": size}) is None
    with pytest.raises(ArgumentError, match="no size of an image"):
        image_size("b", size)


def test_a_sequence_without_a_size_is_left_to_be_refused() -> None:
    assert limits_of(BOTH, {"a": (640, 480)}) is None


def test_covers_become_numbers_where_they_are_arrays_of_such() -> None:
    words, listed = np.array(["a"]), [1, 0]
    covers = covers_of({"a": 0, "b": 0, "c": 0, "d": 0}, {"a": np.array([True]), "b": words, "c": listed})
    assert covers[0].tolist() == [1.0]
    assert covers[1] is words
    assert covers[2] is listed
    assert covers[3] is None


def test_what_is_no_mapping_is_said_of_all() -> None:
    assert said_beside("resolution", (640, 480), BOTH) == {"a": (640, 480), "b": (640, 480)}
    assert said_beside("cover", None, BOTH) == {}
    with pytest.raises(ArgumentError, match="there are several sequences"):
        said_beside("cover", [1, 1], BOTH)


def test_both_sides_have_the_same_names() -> None:
    refuse_other_names("predictions", {"b": 1, "a": 2}, BOTH)
    with pytest.raises(ArgumentError, match="sequence 'b' is missing"):
        refuse_other_names("predictions", {"a": 1}, BOTH)
    with pytest.raises(ArgumentError, match="sequence 'c' is not in the truth"):
        refuse_other_names("predictions", {"a": 1, "b": 1, "c": 1}, BOTH)
