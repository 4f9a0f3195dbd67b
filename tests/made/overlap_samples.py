"""Random boxes of every awkward kind, the same for every test that asks with the same seed."""

from __future__ import annotations

import numpy as np


def random_boxes(count: int, seed: int, dtype: type = np.float64) -> np.ndarray:
    """[count, 4] xyxy: a third with fractions, a third whole, some without area, some repeated."""
    random = np.random.default_rng(seed)
    corner = random.uniform(-50, 450, (count, 2))
    size = random.uniform(0, 200, (count, 2))
    whole = random.random(count) < 0.34
    corner[whole], size[whole] = np.floor(corner[whole]), np.floor(size[whole])
    size[random.random(count) < 0.05, 0] = 0
    boxes = np.concatenate([corner, corner + size], axis=1)
    if count > 4:
        boxes[count // 2] = boxes[0]
    return boxes.astype(dtype)
