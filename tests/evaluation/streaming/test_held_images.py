"""Images that come again."""

from __future__ import annotations

import pytest
from streamed_worlds import assert_same, made_images, result_of, streamed, whole

from truebox.errors import InputError


def test_a_padded_image_counts_once_and_is_said() -> None:
    truth, found = made_images(5)
    padded = streamed(truth, found, list(range(5)), [[0, 1, 2], [3, 4, 0]])
    result = result_of(padded)
    assert [e.message for e in result.warnings if e.code == "W-570"] == [
        "1 image was given more than once and is counted once"
    ]
    assert_same(result, whole(truth, found, list(range(5))))


def test_an_image_with_other_content_is_refused_and_nothing_changes() -> None:
    truth, found = made_images(5)
    parts = streamed(truth, found, list(range(5)), [[0, 1], [2, 3]])
    before = parts.to_bytes()
    with pytest.raises(InputError, match=r"E-570.*1 image is given more than once, with other .*\(id 1\)"):
        parts.update([truth[4], truth[0]], [found[4], found[0]], images=[4, 1])
    assert parts.to_bytes() == before


def test_the_lowest_digest_wins_whatever_came_first() -> None:
    truth, found = made_images(3)
    ids, orders = [0, 1, 1], ([[0], [1], [2]], [[2], [1], [0]], [[1, 0], [2]])
    kept = [streamed(truth, found, ids, order, repeated="lowest") for order in orders]
    assert len({each.to_bytes() for each in kept}) == 1
    with pytest.raises(InputError, match="E-570"):
        streamed(truth, found, [0, 1, 0], [[0], [1], [2]], repeated="refuse")
