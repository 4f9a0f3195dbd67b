"""What the fit test finds, and from when on another reading is far better."""

from __future__ import annotations

import pickle
from dataclasses import asdict, replace

import pytest

from truebox.fitting import Fit
from truebox.fitting.fit import far_better


@pytest.mark.parametrize(
    ("other", "given", "count", "better"),
    [
        (0.30, 0.00, 10, True),
        (0.29, 0.00, 100, False),  # less than three in ten
        (0.80, 0.40, 10, True),
        (0.79, 0.40, 100, False),  # less than twice as much
        (0.50, 0.00, 5, False),  # fewer than three rows
        (0.50, 0.00, 6, True),
    ],
)
def test_far_better(other: float, given: float, count: int, better: bool) -> None:
    assert far_better(other, given, count) is better


def test_a_fit_is_a_frozen_value() -> None:
    fit = Fit(sampled=3, share=0.5, better="halved", flag="--half")
    assert pickle.loads(pickle.dumps(fit)) == fit == replace(fit, share=0.5)
    assert asdict(fit)["ids"] is None
    with pytest.raises(AttributeError):
        fit.share = 1.0  # type: ignore[misc]
