from __future__ import annotations

import numpy as np
import pytest

from truebox.boxes.box_format import BoxFormat
from truebox.errors import ArgumentError
from truebox.overlap.pairs.box_pairs import PairOptions, pair_boxes


def options(**changes):
    given = {
        "layout": BoxFormat.XYXY,
        "pixels": "continuous",
        "image_size": None,
        "pairwise": True,
        "in_pixels": True,
    }
    return PairOptions(**{**given, **changes})


def test_columns_broadcast_and_no_array_of_all_pairs_is_built():
    pairs = pair_boxes(np.ones((3, 4)), np.ones((5, 4)), options())
    assert [column.shape for column in pairs.a] == [(3, 1)] * 4
    assert [column.shape for column in pairs.b] == [(5,)] * 4
    assert pairs.scale is None


def test_huge_boxes_are_scaled_and_lengths_with_them():
    huge = np.array([[0, 0, 1e30, 1e30], [0, 0, 8, 8]], np.float32)
    pairs = pair_boxes(huge, huge, options(pairwise=False))
    assert pairs.scale.tolist() == [2.0**-70, 1.0]
    assert pairs.length(4.0).tolist() == [2.0**-68, 4.0]
    assert pairs.a[..., 2].tolist() == [np.float32(1e30) * 2.0**-70, 8.0]


def test_a_list_takes_the_dtype_of_the_tensor_beside_it():
    torch = pytest.importorskip("torch")
    pairs = pair_boxes(torch.ones(2, 4, dtype=torch.float16), [[0, 0, 1, 1]], options())
    assert pairs.dtype == "float16"
    assert pairs.b[..., 0].dtype == torch.float32


def test_four_numbers_a_box():
    with pytest.raises(ArgumentError, match=r"boxes_b has shape \(2, 5\)"):
        pair_boxes(np.ones((2, 4)), np.ones((2, 5)), options())
    torch = pytest.importorskip("torch")
    with pytest.raises(ArgumentError, match=r"boxes_a has shape \(2, 5\)"):
        pair_boxes(torch.ones(2, 5), torch.ones(2, 4), options())
    with pytest.raises(ArgumentError, match="dtype bool"):
        pair_boxes(torch.ones(2, 4) > 0, torch.ones(2, 4), options())
