from __future__ import annotations

import numpy as np
import pytest

from truebox import overlap
from truebox.arrays import library_of

keras = pytest.importorskip("keras")


def test_symbols_of_a_functional_model():
    first, second = keras.Input((4,)), keras.Input((4,))
    library = library_of(first)
    assert library.name == "keras"
    assert library.shape(first) == (None, 4)
    assert library.numpy_view(first) is None
    assert not library.known_below(first, 1.0)
    model = keras.Model([first, second], overlap.elementwise_ciou(first, second))
    a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0]])
    # Squares of one shape: DIoU, 4/28 - 8/72.
    assert np.asarray(model([a, b])) == pytest.approx([4 / 28 - 8 / 72], abs=1e-6)
