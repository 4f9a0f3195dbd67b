"""Confusion matrices by score equal those of hotcoco 1.3.0 where no truth is a crowd region."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

import coco_worlds
import numpy as np
import pytest

from truebox.diagnosis import confusion_matrix
from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore")

hotcoco = pytest.importorskip("hotcoco", reason="another tool with such a matrix")


@pytest.mark.parametrize(("iou", "score"), [(0.5, 0.0), (0.3, 0.4), (0.75, 0.1)])
def test_the_same_counts(tmp_path: Path, iou: float, score: float) -> None:
    rng = np.random.default_rng(11)
    truth, found = coco_worlds.world(rng, images=30, classes=4, irregular=False)
    for name, data in (("truth", truth), ("found", found)):
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    with contextlib.redirect_stdout(io.StringIO()):
        loaded = hotcoco.COCO(str(tmp_path / "truth.json"))
        evaluation = hotcoco.COCOeval(loaded, loaded.loadRes(str(tmp_path / "found.json")), "bbox")
        theirs = evaluation.confusion_matrix(iou_thr=iou, max_det=10_000, min_score=score)
    ours = confusion_matrix(evaluate(truth, found, max_detections=[10_000]), iou, score)
    assert ours.counts.sum() > 300
    assert ours.counts.tolist() == np.asarray(theirs["matrix"]).tolist()
