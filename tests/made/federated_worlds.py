"""Made LVIS data: categories that were looked for, and those not annotated to the end."""

from __future__ import annotations

from typing import Any

import numpy as np
from shape_worlds import mask_world


def federated_world(rng: np.random.Generator, images: int = 4) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    classes = 6
    truth, found = mask_world(rng, images=images, classes=classes, boxed=True)
    for image in truth["images"]:
        order = rng.permutation(np.arange(1, classes + 1)).tolist()
        image["neg_category_ids"] = order[: rng.integers(0, 4)]
        image["not_exhaustive_category_ids"] = order[4 : 4 + rng.integers(0, 3)]
    for number, category in enumerate(truth["categories"]):
        category["frequency"] = "rcf"[number % 3]
    for row in truth["annotations"]:
        if rng.random() < 0.1:
            row["ignore"] = 1
    return truth, found
