"""Pictures as arrays: 16 bits as they are, any colour but black as a mask."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from truebox.datasets.formats.cityscapes.pictures import read_ids, read_mask
from truebox.errors import InputError

image_library = pytest.importorskip("PIL.Image")


def test_ids_keep_sixteen_bits_and_masks_are_what_is_not_black(tmp_path: Path) -> None:
    image_library.fromarray(np.array([[7, 33012]], np.uint16)).save(tmp_path / "ids.png")
    assert read_ids(tmp_path / "ids.png").tolist() == [[7, 33012]]
    colours = np.array([[[0, 0, 0], [0, 90, 0]]], np.uint8)
    image_library.fromarray(colours).save(tmp_path / "mask.png")
    assert read_mask(tmp_path / "mask.png").tolist() == [[False, True]]


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"E-172 .*none.png: the picture cannot be read"):
        read_mask(tmp_path / "none.png")
