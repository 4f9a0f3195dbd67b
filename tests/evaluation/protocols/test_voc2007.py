"""Eleven points: where they stand, and what their rounding costs. Whole sets are in test_voc.py."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.evaluation import Quirk, evaluate
from truebox.evaluation.protocols.voc2007 import PROTOCOL

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def _ten_truths_three_found() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    rows = [{"image_id": 1, "category_id": 1, "bbox": [20.0 * n, 0, 10, 10]} for n in range(10)]
    truth = {
        "images": [{"id": 1, "width": 300, "height": 20}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": n + 1, "area": 100, "iscrowd": 0, **row} for n, row in enumerate(rows)],
    }
    return truth, [{**row, "score": 0.9 - 0.1 * n} for n, row in enumerate(rows[:3])]


def test_points_are_multiples_of_a_tenth_as_floats_count_them() -> None:
    strict = PROTOCOL.defaults("boxes", Quirk.NONE).recall_thresholds
    mended = PROTOCOL.defaults("boxes", Quirk.ALL).recall_thresholds
    assert np.flatnonzero(strict != mended).tolist() == [3, 6, 7]
    assert mended.tolist() == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]


def test_a_recall_of_three_tenths_falls_short_of_its_point() -> None:
    """Q11: 3 of 10 do not reach 0.30000000000000004."""
    truth, found = _ten_truths_three_found()
    result = evaluate(truth, found, protocol="voc2007")
    assert result.metrics["AP"] == pytest.approx(3 / 11)
    assert evaluate(truth, found, protocol="voc2007", mode="corrected").metrics["AP"] == pytest.approx(4 / 11)
    (said,) = [each.message for each in result.warnings if each.code == "W-310"]
    assert said.startswith("Q11 ")
    assert "AP 0.363636 instead of 0.272727" in said


def test_v3_a_perfect_detector_has_one_not_more() -> None:
    """The kit divides each point by 11 and adds: 1.0000000000000002."""
    truth, _ = _ten_truths_three_found()
    every = [{**row, "score": 0.9} for row in truth["annotations"]]
    result = evaluate(truth, every, protocol="voc2007")
    assert result.metrics["AP"] == 1
    total = 0.0
    for _ in range(11):  # from Python 3.12 on, sum() keeps what each addition rounds away
        total += 1 / 11
    assert total == 1.0000000000000002
