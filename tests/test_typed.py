"""Decorators that only type checkers see; what they see is held by mypy over `tests/typed/calls.py`."""

from __future__ import annotations

import pytest

from truebox import _typed
from truebox.overlap import pairwise_iou


@pytest.mark.parametrize(
    "decorator",
    [
        _typed.pair_measure,
        _typed.pair_loss,
        _typed.box_function,
        _typed.suppressed_rows,
        _typed.suppressed_rows_and_scores,
        _typed.overlap_rows,
        _typed.overlap_rows_and_scores,
    ],
)
def test_functions_stay_themselves(decorator):
    assert decorator(pairwise_iou) is pairwise_iou
