"""Captions, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.drawing.marking import sides as module
from truebox.drawing.marking.sides import Sides
from truebox.drawing.painting.canvas import Canvas
from truebox.drawing.painting.marks import Mark
from truebox.errors import ArgumentError


@pytest.fixture
def captions(monkeypatch):
    """Draw marks, and return the caption of each and the pairs that are shaded."""
    seen = {}
    monkeypatch.setattr(module, "paint", lambda canvas, marks, pairs, theme, sizes: seen.update(
        captions=[mark.caption for mark in marks], pairs=list(pairs)))  # fmt: skip

    def draw(truths, predictions, overlap=None, **said):
        marks = [Mark(colour=(0, 0, 0), anchor=np.array([0.0, 0.0, 5.0, 5.0])) for _ in range(20)]
        values = np.zeros((predictions, truths)) if overlap is None else np.array(overlap)
        found = marks[10 : 10 + predictions]
        Sides(**said).draw(Canvas.blank((20, 20), (0, 0, 0)), marks[:truths], found, lambda: values)
        return seen["captions"], seen["pairs"]

    return draw


def test_without_labels_a_few_are_called_by_their_side(captions):
    assert captions(1, 1, [[0.79800936]]) == ([("truth",), ("prediction", "IoU: 0.7980")], [(1, 0)])


def test_without_labels_many_are_called_nothing(captions):
    assert captions(4, 4, show_iou=False)[0] == [()] * 8


def test_labels_and_scores(captions):
    found, _ = captions(1, 2, truth_labels=["cat"], prediction_labels=["cat", "dog"], scores=[0.98, 0.3])
    # There is no dog in the truth, so there is nothing to compare the second with.
    assert found == [("cat",), ("cat 0.98", "IoU: 0.0000"), ("dog 0.30",)]


def test_no_overlap_is_written_where_there_is_something_to_overlap(captions):
    found, pairs = captions(1, 2, [[0.5], [0.0]])
    assert found[1:] == [("prediction", "IoU: 0.5000"), ("prediction", "IoU: 0.0000")]
    assert pairs == [(1, 0)]  # nothing is shaded for the second
    assert captions(0, 1)[0] == [("prediction",)]
    assert captions(1, 1, crowds=[True])[0][1] == ("prediction",)  # a crowd is no object


def test_scores_alone(captions):
    assert captions(0, 4, scores=[1, 0.5, 0.25, 0.125])[0][0] == ("1.00",)


def test_crowds_say_so(captions):
    assert captions(2, 0, truth_labels=["cat", "cat"], crowds=[False, True])[0] == [
        ("cat",),
        ("cat (crowd)",),
    ]


def test_iou_and_shade_can_be_left_out(captions):
    assert captions(1, 1, [[0.5]], show_iou=False) == ([("truth",), ("prediction",)], [(1, 0)])
    assert captions(1, 1, [[0.5]], shade=False)[1] == []
    assert captions(1, 1, [[0.5]], measure="box IoU")[0][1] == ("prediction", "box IoU: 0.5000")


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"truth_labels": ["a"]}, "truth_labels has 1 entries, but there are 2 objects"),
        ({"prediction_labels": ["a"]}, "prediction_labels has 1 entries, but there are 2 objects"),
        ({"truth_labels": "ab"}, "truth_labels is the text 'ab'; expected a list"),
        ({"scores": [0.5]}, "scores has 1 entries, but there are 2 predictions"),
        ({"theme": "neon"}, "theme is 'neon'"),
    ],
)
def test_refused(captions, said, message):
    with pytest.raises(ArgumentError, match=message):
        captions(2, 2, **said)
