from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebox.errors import ArgumentError, InputError
from truebox.masks import Masks, masks_from_compressed, masks_to_compressed, masks_to_counts


def _compress(runs: list[int]) -> bytes:
    """The twin of the kernel, from the published description of the format."""
    text = bytearray()
    for i, run in enumerate(runs):
        rest = run - runs[i - 2] if i > 2 else run
        while True:
            group, rest = rest & 31, rest >> 5
            done = rest == (-1 if group & 16 else 0)
            text.append(48 + group + (0 if done else 32))
            if done:
                break
    return bytes(text)


@given(st.lists(st.one_of(st.integers(0, 40), st.integers(0, 2**28)), min_size=1, max_size=15))
def test_text_is_the_twin_s_and_comes_back(runs: list[int]) -> None:
    size = (sum(runs), 1)
    masks = Masks(np.array(runs), np.array([0, len(runs)]), np.array([size]))
    assert masks_to_compressed(masks) == [_compress(runs)]
    assert masks_from_compressed([_compress(runs)], size) == masks
    assert masks_from_compressed([_compress(runs).decode()], [size]) == masks


@given(st.lists(st.binary(max_size=12), max_size=4))
def test_any_bytes_give_masks_or_a_reason(texts: list[bytes]) -> None:
    with suppress(InputError):
        masks = masks_from_compressed(texts, (10, 10))
        assert [sum(runs) for runs in masks_to_counts(masks)] == [100] * len(texts)


def test_numbers_written_with_more_groups_than_needed_are_read() -> None:
    # 5 is "5" in one group and "U0" in two.
    assert masks_from_compressed(["U0"], (5, 1)).runs.tolist() == [5]


def test_what_is_no_text() -> None:
    with pytest.raises(ArgumentError, match=r"counts\[1\]: expected compressed counts .* got list"):
        masks_from_compressed(["5", [5]], (5, 1))  # type: ignore[list-item]
    with pytest.raises(ArgumentError, match=r"sizes: expected"):
        masks_from_compressed(["5", "5"], [(5, 1)] * 3)
