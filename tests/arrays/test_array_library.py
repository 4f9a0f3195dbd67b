from __future__ import annotations

import numpy as np

from truebox.arrays import ArrayLibrary


def test_numpys_verbs():
    library, boxes = ArrayLibrary(), np.arange(8.0).reshape(2, 4)
    assert library.shape(boxes) == (2, 4)
    assert [column.tolist() for column in library.columns(boxes)] == [[0, 4], [1, 5], [2, 6], [3, 7]]
    assert library.cast(boxes, "float64") is boxes
    assert library.dtype_name(library.cast(boxes, "float32")) == "float32"
    assert library.numpy_view(boxes) is boxes
    assert library.known_below(boxes, 8.0)
    assert not library.known_below(boxes, 7.0)
    assert not library.known_below(np.array([np.nan]), 7.0)
    assert library.known_below(np.empty((0, 4)), 1.0)
    assert not library.ready_on_cuda(boxes)


def test_rows_are_scaled_each_by_its_factor():
    rows = np.arange(8.0).reshape(2, 4)
    assert ArrayLibrary().scaled(rows, np.array([1.0, 0.5])).tolist() == [[0, 1, 2, 3], [2, 2.5, 3, 3.5]]
