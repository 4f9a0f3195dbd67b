"""What the run makes of option values."""

from __future__ import annotations

import numpy as np

from truebox.cli.runs.evaluation import subset
from truebox.records import Ids


def test_ids_get_the_type_of_the_truth() -> None:
    numbers, texts = Ids(np.arange(2)), Ids(np.arange(2), names=("1", "b"))
    assert subset(None, numbers) is None
    assert subset(["1", "-2", "cat"], numbers) == [1, -2, "cat"]
    assert subset(["--1", "-", "²", "9" * 5000], numbers) == ["--1", "-", "²", "9" * 5000]
    assert subset(["1", "b"], texts) == ["1", "b"]
