"""Evaluations that the tests of this room share."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox.evaluation import Result, evaluate
from truebox.generation import make_dataset


@pytest.fixture(scope="session")
def made() -> Result:
    """60 images, 3 classes, scores at full precision."""
    return evaluate(*make_dataset(60, 3, 20, 3.0, 1), mode="corrected")


@pytest.fixture(scope="session")
def noisier() -> Result:
    """The same detections, their scores blurred: a worse model on the same truth."""
    truth, found = make_dataset(60, 3, 20, 3.0, 1)
    noise = np.random.default_rng(2).normal(0, 0.15, len(found.scores))
    blurred = replace(found, scores=np.clip(found.scores + noise, 0, 1))
    return evaluate(truth, blurred, mode="corrected")
