"""Evaluations of made worlds whose detector has one fault, planted and known."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np

from truebox.diagnosis import Diagnosis, diagnose
from truebox.errors import TrueboxWarning
from truebox.evaluation import Result, evaluate
from truebox.generation import Detector, make_world, to_coco

__all__ = ["FAULTS", "diagnosed", "planted"]

_CLEAN: dict[str, Any] = {
    "misses": (0.02,) * 3,
    "jitter": (0.03,) * 3,
    "shifts": 0.0,
    "swaps": 0.0,
    "duplicates": 0.0,
    "background": 0.1,
    "tail": 0.0,
    "silent": 0.0,
    "score_decimals": 6,
}

FAULTS: dict[str, dict[str, Any]] = {
    "class": {"swaps": 0.2},
    "location": {"shifts": 0.2},
    "duplicate": {"duplicates": 0.9},
    "missed": {"misses": (0.4, 0.1, 0.1)},
    "background": {},
}
"""Error type to the knobs that cause it; background comes from a fifth of the labels removed."""


@functools.cache
def planted(fault: str) -> Result:
    """150 images with one fault."""
    world = make_world(150, seed=5, detectors=[Detector(name="x", **{**_CLEAN, **FAULTS[fault]})])
    truth: Any = world.truth
    if fault == "background":
        truth = to_coco(world.truth)
        keep = np.random.default_rng(1).random(len(truth["annotations"])) > 0.2
        truth["annotations"] = [row for row, kept in zip(truth["annotations"], keep, strict=True) if kept]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrueboxWarning)
        return evaluate(truth, world.predictions[0])


@functools.cache
def diagnosed(fault: str) -> Diagnosis:
    """The same, diagnosed with 200 draws."""
    return diagnose(planted(fault), replicates=200)
