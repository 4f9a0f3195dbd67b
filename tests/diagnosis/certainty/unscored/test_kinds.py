"""The kinds of results without scores: told by the result, compared with their own."""

from __future__ import annotations

import pytest

from truebox.diagnosis.certainty.unscored.kinds import parts_of, unscored_results
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate, evaluate_tracks
from truebox.generation import make_dataset

SIDE = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}


def test_scored_detections_are_of_another_kind() -> None:
    result = evaluate(*make_dataset(12, 2, 5, 3.0, 1), mode="corrected")
    assert parts_of(result) is None
    assert unscored_results([result, result], None, {}) == []


def test_results_of_a_kind_are_taken_and_data_evaluated() -> None:
    result = evaluate_tracks(SIDE, SIDE)
    assert unscored_results([result, result], None, {}) == [result, result]
    found = unscored_results([SIDE, SIDE, SIDE], None, {"protocol": "tracks"})
    assert [each.metrics["HOTA"] for each in found] == [1.0, 1.0]
    with pytest.raises(ArgumentError, match="1 model given"):
        unscored_results([result], None, {})
