"""The truth as columns."""

from __future__ import annotations

import dataclasses

import pytest

import truebox as tb
from truebox.datasets import read_truth


def test_a_truth_counts_its_parts_and_is_frozen():
    truth = read_truth([{"boxes": [[0, 0, 1, 1]] * 3, "labels": [1, 2, 1]}, {"boxes": [], "labels": []}])
    assert (len(truth), len(truth.images), len(truth.categories)) == (3, 2, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        truth.boxes = None


def test_records_and_matches_show_a_summary():
    cat = {"boxes": [[0, 0, 9, 9], [20, 20, 30, 30]], "labels": ["cat", "cat"]}
    result = tb.evaluate([cat], [{**cat, "scores": [0.25, 0.5]}])
    assert repr(result.truth) == "<Truth <truth>: 2 objects, 1 image, 1 class>"
    assert repr(result.predictions) == "<Predictions <predictions>: 2 detections, scores 0.25 to 0.5>"
    assert result.truth._repr_html_() == "<code>Truth &lt;truth&gt;: 2 objects, 1 image, 1 class</code>"
    assert "2 detections" in result.predictions._repr_html_()
    assert "2 detections" in result.matches._repr_html_()
