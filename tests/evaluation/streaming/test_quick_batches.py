"""Batches of every array library."""

from __future__ import annotations

import numpy as np
import pytest
from streamed_worlds import CLASSES, made_images

from truebox.evaluation import Evaluator


def test_tensors_and_arrays_and_lists_are_one() -> None:
    torch = pytest.importorskip("torch")
    truth, found = made_images(6)
    sides = {
        "arrays": (truth, found),
        "lists": tuple(
            [{k: np.asarray(v).tolist() for k, v in e.items()} for e in side] for side in (truth, found)
        ),
        "tensors": tuple(
            [{k: torch.as_tensor(np.asarray(v)) for k, v in e.items()} for e in side]
            for side in (truth, found)
        ),
    }
    kept = {}
    for name, (true, guessed) in sides.items():
        evaluator = Evaluator(CLASSES)
        evaluator.update(list(true), list(guessed))
        kept[name] = evaluator.to_bytes()
    assert kept["arrays"] == kept["lists"] == kept["tensors"]
