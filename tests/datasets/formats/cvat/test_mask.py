"""CVAT's runs go along rows."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.formats.cvat.mask import cvat_mask
from truebox.errors import InputError
from truebox.masks.coco import masks_from_coco
from truebox.masks.dense import decode_masks


def test_the_cut_out_is_pasted_where_it_lies():
    size, text = cvat_mask([1, 2, 1, 2], (2, 1, 3, 2), (6, 4))
    dense = decode_masks(masks_from_coco([{"size": list(size), "counts": text}]))[0]
    expected = np.zeros((4, 6), dtype=np.uint8)
    # datumaro 1.13 decodes the runs of its (width, height) array column by column: rows of the picture.
    expected[1:3, 2:5] = [[0, 1, 1], [0, 1, 1]]
    assert dense.tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("runs", "box", "size"),
    [
        ([1, 2], (0, 0, 2, 2), (6, 4)),
        ([4], (5, 0, 2, 2), (6, 4)),
        ([10**9], (0, 0, 2, 2), (6, 4)),
        ([4], (0, 0, 2, 2), (2**31 - 1, 2**31 - 1)),
    ],
)
def test_masks_that_do_not_fit_are_refused(runs, box, size):
    with pytest.raises(InputError, match="E-451"):
        cvat_mask(runs, box, size)
