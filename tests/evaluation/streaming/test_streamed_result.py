"""A result without its rows."""

from __future__ import annotations

import pytest
from streamed_worlds import CLASSES, result_of

from truebox.errors import ArgumentError
from truebox.evaluation import Evaluator


def test_a_streamed_result_says_what_it_cannot_be_asked() -> None:
    evaluator = Evaluator(CLASSES)
    box = {"boxes": [[0, 0, 30, 30]], "labels": [1]}
    evaluator.update([box], [{**box, "scores": [0.5]}])
    result = result_of(evaluator)
    with pytest.raises(ArgumentError, match="was not evaluated here"):
        _ = result.matches
    assert result.to_dict()["truth"]["truths"] == len(result.truth) == 1
    assert result.to_dict()["results"][0]["detections"] == len(result.predictions) == 1
    assert result.ap_by_iou[0.5] == pytest.approx(1)
    evaluator.reset()
    assert len(evaluator) == 0
    assert result_of(evaluator).metrics["AP"] is None
