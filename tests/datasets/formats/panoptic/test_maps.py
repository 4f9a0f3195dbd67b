"""Maps in memory: every integer dtype and layout, and what is no map."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.formats.panoptic.maps import ArrayMap, checked_map, segment_map
from truebox.datasets.formats.panoptic.png import PanopticPng
from truebox.errors import InputError


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "uint16", "int32", ">u4", "int64", "uint64"])
def test_ids_become_four_bytes(dtype):
    found = checked_map(np.array([[0, 1], [1, 1]], dtype=dtype).T, "here")
    assert found.dtype == np.uint32
    assert ArrayMap(found).size == (2, 2)
    assert ArrayMap(found).pixel_bytes().tolist() == [[0] * 4, [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]


def test_colours_stay_three_bytes():
    colours = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
    assert segment_map(checked_map(colours, "here")).pixel_bytes().tolist() == colours.reshape(4, 3).tolist()


def test_a_path_is_opened(tmp_path):
    from PIL import Image

    Image.new("RGB", (3, 2)).save(tmp_path / "a.png")
    assert isinstance(segment_map(tmp_path / "a.png"), PanopticPng)
    assert segment_map(tmp_path / "a.png").size == (3, 2)


@pytest.mark.parametrize(
    "given",
    [
        [[-1]],
        [[2**32]],
        np.array([[2**64 - 1]], dtype=np.uint64),
        [[0.5]],
        [1, 2],
        np.zeros((2, 2, 4), dtype=np.uint8),
        np.zeros((2, 2, 3), dtype=np.int64),
        None,
        [["a"]],
    ],
)
def test_what_is_no_map(given):
    with pytest.raises(InputError, match=r"^E-173 truth annotations\[0\]\.segmentation: "):
        checked_map(given, "truth annotations[0].segmentation")


def test_empty_maps():
    assert ArrayMap(checked_map(np.empty((0, 5)), "here")).pixel_bytes().shape == (0, 4)
