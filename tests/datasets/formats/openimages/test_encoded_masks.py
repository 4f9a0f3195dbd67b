"""Masks of the challenge as text."""

from __future__ import annotations

import base64
import zlib

import numpy as np
import pytest
from open_images_masks import area, encoded

from truebox.datasets.formats.openimages.encoded_masks import (
    decoded_cells,
    empty_mask,
    segmentations_of_texts,
)
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError
from truebox.masks import decode_masks, masks_from_compressed


def test_what_was_encoded_comes_back() -> None:
    mask = area(3, 4, 9, 17)
    texts, taken = decoded_cells([encoded(mask), ""], "row {}".format, RowErrors())
    assert taken.tolist() == [True, True]
    assert texts[1] is None
    assert np.array_equal(decode_masks(masks_from_compressed(texts[:1], mask.shape))[0], mask)


@pytest.mark.parametrize(
    "cell",
    [
        "no base 64!",
        base64.b64encode(b"not packed").decode(),
        base64.b64encode(zlib.compress(b"0" * 99)[:-6]).decode(),
    ],
)
def test_what_is_no_mask_is_refused_with_its_row(cell: str) -> None:
    with pytest.raises(InputError, match=r"E-169 row 0: .* is no encoded mask"):
        decoded_cells([cell], "row {}".format, RowErrors())
    errors = RowErrors(lenient=True)
    texts, taken = decoded_cells([cell, encoded(area(0, 0, 1, 1))], "row {}".format, errors)
    assert (taken.tolist(), texts[0], errors.counts) == ([False, True], None, {"E-169": 1})


def test_an_empty_mask_has_no_pixel() -> None:
    assert not decode_masks(masks_from_compressed([empty_mask((7, 5))], (7, 5))).any()


def test_rows_without_text_have_no_segmentation() -> None:
    held = segmentations_of_texts([b"6", None, b"24"], np.array([[2, 3]] * 3))
    assert held.kinds.tolist() == [1, 0, 1]
    assert held.text_offsets.tolist() == [0, 1, 1, 3]
    assert held.sizes.tolist() == [[2, 3], [0, 0], [2, 3]]
