"""The ways in their order: each takes what those before it leave."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from truebox import formulas, pairwise_iou
from truebox.errors import ArgumentError
from truebox.overlap.measure import BoxMeasure
from truebox.overlap.ways.in_order import answered_in_order, by_formula
from truebox.overlap.ways.question import checked

PLAIN = BoxMeasure(formula=formulas.iou, in_pixels=False)
A, B = [[0.0, 0, 4, 4], [1, 1, 3, 5]], [[2.0, 0, 6, 4]]
OPTIONS = ("xyxy", "continuous", None, None, None, None)


def test_every_way_has_one_answer() -> None:
    # Intersections 8 and 3, unions 24 and 21.
    expected = np.array([[8 / 24], [3 / 21]])
    for measure in (PLAIN, BoxMeasure(formula=formulas.iou, kernel="iou", in_pixels=False)):
        assert np.asarray(answered_in_order(measure, True, A, B, *OPTIONS)) == pytest.approx(expected)
        assert np.asarray(answered_in_order(measure, False, A, B * 2, *OPTIONS)) == pytest.approx(
            expected[:, 0]
        )
        assert measure.pairwise(np.array(A), np.array(B), *OPTIONS) == pytest.approx(expected)
    assert pairwise_iou(np.array(A), np.array(B)) == pytest.approx(expected)


def test_the_formula_takes_what_no_kernel_does() -> None:
    from truebox.overlap.ways.in_order import _how

    how = _how(PLAIN, "xyxy", "continuous", None, pairwise=True)
    question = checked(formulas.iou, None, A, B, how, lengths={}, out=None, threads=None)
    assert np.asarray(by_formula(question)) == pytest.approx(np.array([[8 / 24], [3 / 21]]))


def test_an_output_goes_with_no_batches() -> None:
    with pytest.raises(ArgumentError, match="out goes with boxes"):
        PLAIN.pairwise(np.array([A]), np.array([B]), "xyxy", "continuous", None, np.empty((1, 2, 1)), None)


def test_arrays_load_no_way() -> None:
    script = (
        "import sys, numpy as np, truebox\n"
        "assert truebox.pairwise_iou(np.zeros((1, 4)), np.ones((1, 4))).shape == (1, 1)\n"
        "print(*sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    loaded = set(shown.split())
    assert "truebox.overlap.measure" in loaded
    assert not {"truebox.arrays", "truebox.overlap.ways", "truebox.boxes.box", "dataclasses"} & loaded
