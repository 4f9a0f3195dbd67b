"""What is refused before anything is read; all else is tested through tests/evaluation/test_evaluating.py."""

from __future__ import annotations

import pytest

from truebox.errors import ArgumentError
from truebox.evaluation import evaluate, protocol_value
from truebox.evaluation.detection.evaluating import refuse_geometry
from truebox.generation import make_dataset


def test_a_geometry_must_be_known_and_taken() -> None:
    refuse_geometry(protocol_value("coco"), "keypoints")
    with pytest.raises(ArgumentError, match=r"'circles' is unknown\. Fix: pass one of 'boundary', 'boxes'"):
        refuse_geometry(protocol_value("coco"), "circles")
    with pytest.raises(
        ArgumentError,
        match=r"'voc' does not take 'keypoints'\. Fix: pass geometry='boxes', pass.*: coco, .*crowdpose\.",
    ):
        refuse_geometry(protocol_value("voc"), "keypoints")


def test_sides_in_the_wrong_order_are_named() -> None:

    truth, found = make_dataset(2, 1, 2, 1.0, 1)
    with pytest.raises(ArgumentError, match=r"truth: got Predictions\. Fix: pass the truth first"):
        evaluate(found, truth)
