from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.overlap.ways.output_array import check_output


def frozen():
    array = np.empty((2, 3))
    array.flags.writeable = False
    return array


def test_what_fits_passes():
    assert check_output(np.empty((2, 3)), (2, 3), np.dtype(float)) is None


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ([0.0], "it is a list"),
        (np.empty((3, 2)), "its shape is"),
        (np.empty((2, 3), np.float32), "its dtype is float32"),
        (np.empty((2, 3), ">f8"), "its dtype is"),
        (np.empty((3, 2)).T, "not C-contiguous"),
        (frozen(), "read-only"),
    ],
)
def test_what_does_not_fit_is_refused(out, said):
    with pytest.raises(ArgumentError, match=said):
        check_output(out, (2, 3), np.dtype(float))
