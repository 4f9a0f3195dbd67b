"""Every row with every row, in batches and without."""

from __future__ import annotations

import numpy as np

from truebox.overlap.pairs.crossing import crossed


def test_rows_of_a_batch_meet_those_of_its_own() -> None:
    left, right = np.arange(4.0).reshape(2, 2), 10 * np.arange(6.0).reshape(2, 3)
    (a,), (b,) = crossed((left,), (right,), batches=True)
    assert (a + b)[1].tolist() == [[32, 42, 52], [33, 43, 53]]


def test_without_batches_the_right_side_stays() -> None:
    (a,), (b,) = crossed((np.array([1.0, 2.0]),), (np.array([10.0, 20.0, 30.0]),), batches=False)
    assert b.shape == (3,)
    assert (a + b).tolist() == [[11, 21, 31], [12, 22, 32]]
