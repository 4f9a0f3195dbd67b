"""Results of made data that diagnoses are tried on."""

from __future__ import annotations

import functools
import warnings

from truebox.errors import TrueboxWarning
from truebox.evaluation import Result, evaluate
from truebox.generation import make_dataset

__all__ = ["made_result"]


@functools.cache
def made_result(seed: int = 1, images: int = 40, **parameters: object) -> Result:
    """The evaluation of a made data set with crowds and ties."""
    truth, found = make_dataset(images, 5, crowds=0.1, seed=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrueboxWarning)
        return evaluate(truth, found, **parameters)
