from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError, InputError
from truebox.masks.sizes import sizes_per_mask


def test_one_size_stands_for_all_and_the_caller_s_array_is_copied() -> None:
    assert sizes_per_mask((3, 4), 2).tolist() == [[3, 4], [3, 4]]
    assert sizes_per_mask(np.array([3, 4]), 2).tolist() == [[3, 4], [3, 4]]
    own = np.array([[3, 4], [5, 6]])
    assert not np.shares_memory(sizes_per_mask(own, 2), own)
    assert sizes_per_mask([], 0).shape == (0, 2)


def test_sizes_that_do_not_fit() -> None:
    with pytest.raises(ArgumentError, match=r"sizes: expected whole numbers .* \[2, 2\], got int64 \[3\]"):
        sizes_per_mask([1, 2, 3], 2)
    with pytest.raises(ArgumentError, match="float64"):
        sizes_per_mask([1.5, 2.0], 1)
    with pytest.raises(InputError, match=r"E-163 sizes\[1\]: size 65536 x 65536"):
        sizes_per_mask([[1, 2], [65536, 65536]], 2)
