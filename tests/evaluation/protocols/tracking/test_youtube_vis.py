"""YouTube-VIS as a protocol: recognised, classes of the truth, and masks needed."""

from __future__ import annotations

import numpy as np
import pytest
from instance_files import track, truth, written

from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_it_is_recognised_and_every_class_is_evaluated(tmp_path):
    content = truth()
    content["categories"].append({"id": 2, "name": "cat"})
    gt, dt = written(tmp_path, content, "gt.json"), written(tmp_path, [track()], "dt.json")
    result = evaluate_tracks(gt, dt, fit_test=False)
    assert result.protocol == "youtube_vis"
    assert [each.code for each in result.warnings] == ["W-587"]
    assert [part.name for part in result.per_class] == ["dog", "cat"]
    # one of two frames, 2 of 8 pixels: no precision; the class without tracks has none
    assert (result.metrics["AP"], result.per_class[1].metrics["AP"]) == (0.0, None)
    assert result.per_class[0].metrics["IDF1"] == 2 / 3


def test_tracks_without_masks_are_refused():
    boxes = {"frames": [0], "ids": [1], "boxes": np.ones((1, 4))}
    with pytest.raises(InputError, match="E-590"):
        evaluate_tracks(boxes, boxes, protocol="youtube_vis")
