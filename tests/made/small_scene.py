"""A few pictures with objects and detections, for tests that write them in one format and read them again."""

from __future__ import annotations

import numpy as np

import truebox as tb
from truebox.records import Predictions, Truth


def scene(seed: int = 1, label: str = "pedestrian", images: int = 4) -> tuple[Truth, Predictions]:
    """Pictures 000001.jpg on, 100 x 120, with three objects and three shifted detections each.

    Coordinates are multiples of 1/8, so that sums and differences of them are exact.
    """
    chance = np.random.default_rng(seed)
    truth, found = [], []
    for number in range(1, images + 1):
        corner = chance.integers(8, 400, (3, 2)) / 8
        boxes = np.concatenate((corner, corner + chance.integers(40, 320, (3, 2)) / 8), axis=1)
        image = {
            "labels": [label] * 3,
            "file_name": f"{number:06d}.jpg",
            "image_id": f"{number:06d}",
            "width": 100,
            "height": 120,
        }
        truth.append(image | {"boxes": boxes})
        found.append(
            image | {"boxes": boxes + chance.integers(-40, 40, (3, 1)) / 8, "scores": chance.random(3)}
        )
    read = tb.read_truth(truth)
    return read, tb.read_predictions(found, truth=read)


def ap_of(truth: Truth, predictions: Predictions) -> float | None:
    """AP without the warnings about how things were joined."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tb.errors.TrueboxWarning)
        return tb.evaluate(truth, predictions).metrics["AP"]
