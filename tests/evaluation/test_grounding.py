"""One box for each phrase: what counts as found, and what is no answer."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from truebox.errors import ArgumentError, InputError, TrueboxWarning
from truebox.evaluation import grounding_accuracy

TRUE = [[0, 0, 10, 10]] * 4
FOUND = [[0, 0, 10, 9], [0, 0, 10, 5], [0, 0, 10, 4], [np.nan] * 4]


def test_exactly_the_threshold_is_a_choice_that_is_named() -> None:
    hit = grounding_accuracy(TRUE, FOUND, at_threshold="hit")
    assert hit.hits.tolist() == [True, True, False, False]
    assert grounding_accuracy(TRUE, FOUND, at_threshold="miss").hits.tolist() == [True, False, False, False]
    assert hit.overlaps.tolist() == [0.9, 0.5, 0.4, 0]
    assert hit.mean_iou == pytest.approx(1.8 / 4, abs=1e-15)
    assert len(hit) == 4
    with pytest.raises(TypeError):
        grounding_accuracy(TRUE, FOUND)


def test_no_answer_is_not_found_even_at_threshold_0() -> None:
    found = grounding_accuracy(TRUE, FOUND, at_threshold="hit", iou_threshold=0)
    assert found.hits.tolist() == [True, True, True, False]
    assert found.answered.tolist() == [True, True, True, False]


def test_formats_and_no_phrases() -> None:
    one = grounding_accuracy([[5, 5, 10, 10]], [[5, 5, 10, 5]], at_threshold="hit", box_format="xywh")
    assert one.overlaps.tolist() == [0.5]
    none = grounding_accuracy([], [], at_threshold="hit")
    assert none.accuracy is None
    assert none.mean_iou is None


def test_results_add_where_they_ask_the_same() -> None:
    whole = grounding_accuracy(TRUE, FOUND, at_threshold="miss")
    parts = [grounding_accuracy(TRUE[k : k + 2], FOUND[k : k + 2], at_threshold="miss") for k in (0, 2)]
    assert (parts[0] + parts[1]).accuracy == whole.accuracy == 0.25
    with pytest.raises(ArgumentError, match="different thresholds"):
        _ = whole + grounding_accuracy(TRUE, FOUND, at_threshold="hit")


@pytest.mark.parametrize(
    ("truth", "found", "message"),
    [
        (TRUE, FOUND[:3], "3 boxes for 4 phrases"),
        ([TRUE], [TRUE], r"truth: expected one box for each phrase \[N, 4\], got shape \[1, 4, 4\]"),
        (TRUE, "abc", "predictions: expected numbers"),
    ],
)
def test_shapes_are_refused(truth: object, found: object, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        grounding_accuracy(truth, found, at_threshold="hit")


def test_half_a_box_and_unknown_choices_are_refused() -> None:
    with pytest.raises(InputError, match=r"boxes_b\[1\]"):
        grounding_accuracy(TRUE[:2], [[0, 0, 1, 1], [np.nan, 0, 1, 1]], at_threshold="hit")
    with pytest.raises(ArgumentError, match="'>=' is unknown"):
        grounding_accuracy(TRUE, FOUND, at_threshold=">=")
    with pytest.raises(ArgumentError, match="from 0 to 1, got 50"):
        grounding_accuracy(TRUE, FOUND, at_threshold="hit", iou_threshold=50)


def test_numbers_that_mean_something_else_are_said() -> None:
    """Thousandths of an image of 640 x 480, as models that write boxes as text have them, and halves."""
    draw = np.random.default_rng(1)
    corner, size = draw.uniform(20, 300, (40, 2)), draw.uniform(40, 120, (40, 2))
    true = np.concatenate([corner, corner + size], axis=1)
    found = true + draw.normal(0, 2, true.shape)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        right = grounding_accuracy(true, found, at_threshold="hit").accuracy
    assert right is not None
    assert right > 0.9
    for wrong, what in (
        (found / [0.64, 0.48, 0.64, 0.48], r"of pictures 1\.5\d* times as wide and 2\.\d* times as high"),
        (found / 2, "of pictures 0.5 times as large"),
    ):
        with pytest.warns(TrueboxWarning, match=f"W-321 .* would if the boxes were {what}"):
            grounding_accuracy(true, wrong, at_threshold="hit")
