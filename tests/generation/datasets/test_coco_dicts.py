"""The dict forms are what the reference tool takes."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import pytest
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from truebox.generation import make_dataset, to_coco, to_coco_results


def reference_stats(truth: Any, predictions: Any) -> np.ndarray:
    """The 12 numbers of pycocotools."""
    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO()
        coco.dataset = to_coco(truth)
        coco.createIndex()
        evaluation = COCOeval(coco, coco.loadRes(to_coco_results(predictions)), "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    return evaluation.stats


@pytest.mark.parametrize("ids", ["ordered", "zero", "sparse", "unsorted", "strings"])
def test_reference_accepts_every_id_style(ids: str) -> None:
    hard = {"score_decimals": 2, "boundary_areas": 0.2, "duplicates": 0.1, "categories_without_truth": 2}
    stats = reference_stats(*make_dataset(40, 8, ids=ids, shuffled_rows=True, ignored=0.1, seed=5, **hard))
    assert 0.05 < stats[0] < 0.6


def test_made_detector_has_a_believable_score() -> None:
    stats = reference_stats(*make_dataset(200, 10, seed=5))
    ap, ap50, ap75, small, medium, large = stats[:6]
    assert 0.2 < ap < 0.5
    assert ap50 > ap75 > 0
    assert small < medium < large + 0.1


def test_ignore_is_written_only_when_used() -> None:
    plain, _ = make_dataset(5, 2)
    flagged, _ = make_dataset(5, 2, ignored=1.0)
    assert all("ignore" not in annotation for annotation in to_coco(plain)["annotations"])
    assert all(annotation["ignore"] == 1 for annotation in to_coco(flagged)["annotations"])
