"""Masks on one side alone."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks


def test_boxes_beside_masks_are_refused():
    masks = {"frames": [0], "ids": [1], "masks": np.ones((1, 2, 2), dtype=bool)}
    boxes = {"frames": [0], "ids": [1], "boxes": [[0, 0, 2, 2]]}
    with pytest.raises(InputError, match="E-590 <predictions>: these tracks are boxes"):
        evaluate_tracks(masks, boxes)
