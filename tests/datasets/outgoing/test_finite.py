"""Boxes and scores that are no finite numbers go into no file, of any format."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from format_worlds import made_pair, target

from truebox.datasets.registry import all_formats
from truebox.errors import InputError

WRITTEN = [name for name, form in all_formats().items() if form.write_predictions is not None]
VALUES = [float("nan"), float("inf"), float("-inf")]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("name", WRITTEN)
def test_scores_are_refused_before_anything_is_written(name: str, value: float, tmp_path: Path) -> None:
    truth, found = made_pair(images=1, detections=3.0, truths=3.0)
    scores = found.scores.copy()
    scores[1] = value
    form = all_formats()[name]
    assert form.write_predictions is not None
    with pytest.raises(InputError, match=r"E-139 .* row 1: the score .* is not a finite number"):
        form.write_predictions(truth, replace(found, scores=scores), target(tmp_path, form))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("value", VALUES)
def test_boxes_of_either_side_are_refused(value: float, tmp_path: Path) -> None:
    truth, found = made_pair(images=1, detections=3.0, truths=3.0)
    for side in (truth, found):
        boxes = side.boxes.copy()
        boxes[0, 2] = value
        for name, form in all_formats().items():
            writer = form.write_truth if side is truth else form.write_predictions
            if writer is None:
                continue
            sides = (replace(truth, boxes=boxes),) if side is truth else (truth, replace(found, boxes=boxes))
            with pytest.raises(InputError, match=r"E-138 .* row 0: the box .* is not finite"):
                writer(*sides, target(tmp_path, form, name))
    assert list(tmp_path.iterdir()) == []
    assert np.isfinite(found.boxes).all()
