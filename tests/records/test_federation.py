"""What a federated truth states; tests/datasets/formats/coco/test_federation.py reads one from LVIS."""

from __future__ import annotations

import numpy as np

from truebox.records import Federation


def test_statements_are_columns() -> None:
    one = np.zeros(1, dtype=np.int64)
    held = Federation(image=one, category=one, negative=one.astype(bool), frequency=("r",))
    assert len(held.image) == len(held.category) == len(held.negative)
