"""Partners of match tables are those that pycocotools 2.0.11 writes down, run live on generated data."""

from __future__ import annotations

import contextlib
import copy
import io
from typing import Any

import coco_worlds
import numpy as np
import pytest
import shape_worlds
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def reference_partners(truth: dict[str, Any], found: list[dict[str, Any]], kind: str) -> dict[int, list[int]]:
    """Row of the detection to the annotation ids it is matched with in the area range "all", 0 for none."""
    with contextlib.redirect_stdout(io.StringIO()):
        loaded = COCO()
        loaded.dataset = copy.deepcopy(truth)
        loaded.createIndex()
        evaluation = COCOeval(loaded, loaded.loadRes(copy.deepcopy(found)), kind)
        evaluation.evaluate()
    whole = evaluation.params.areaRng[0]
    partners = {}
    for cell in evaluation.evalImgs:
        if cell is None or cell["aRng"] != whole:
            continue
        for column, row in enumerate(cell["dtIds"]):
            partners[row - 1] = cell["dtMatches"][:, column].astype(int).tolist()
    return partners


@pytest.mark.parametrize(
    ("geometry", "kind"), [("boxes", "bbox"), ("masks", "segm"), ("keypoints", "keypoints")]
)
def test_partners_are_the_references(geometry: Any, kind: str) -> None:
    compared = 0
    for seed in range(25):
        rng = np.random.default_rng(600 + seed)
        if geometry == "boxes":
            truth, found = coco_worlds.world(rng, irregular=seed % 2 == 0)
        elif geometry == "masks":
            truth, found = shape_worlds.mask_world(rng)
        else:
            truth, found = shape_worlds.keypoint_world(rng)
        ids = [entry["id"] for entry in truth["annotations"]]
        if len(set(ids)) < len(ids):
            continue  # which of several annotations an id means is tested elsewhere
        table = evaluate(truth, found, geometry=geometry).matches
        theirs = reference_partners(truth, found, kind)
        assert len(theirs) == len(table.detections)
        for row, partners in zip(
            table.detections.row.tolist(), table.detections.matched_truth.tolist(), strict=True
        ):
            ours = [ids[table.truths.row[partner]] if partner >= 0 else 0 for partner in partners]
            assert ours == theirs[row], f"seed {seed} row {row}"
            compared += any(ours)
    assert compared > 200
