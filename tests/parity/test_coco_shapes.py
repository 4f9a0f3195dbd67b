"""Array identity with pycocotools 2.0.11 for masks and keypoints, run live over the parameter space."""

from __future__ import annotations

import copy
from typing import Any

import coco_worlds
import numpy as np
import pytest
import shape_worlds
from reference_coco import assert_identical, reference_coco

from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def _parameters(rng: np.random.Generator, truth: dict[str, Any]) -> dict[str, Any]:
    chosen = coco_worlds.parameters(rng, truth)
    return chosen if rng.random() < 0.6 else {}


@pytest.mark.parametrize("batch", range(20))
def test_masks(batch: int) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        rng = np.random.default_rng(seed)
        truth, found = shape_worlds.mask_world(rng, images=int(rng.integers(1, 5)))
        chosen = _parameters(rng, truth)
        result = evaluate(truth, found, geometry="masks", **chosen)
        reference = reference_coco(truth, found, kind="segm", **chosen)
        assert_identical(result.to_coco_eval(), reference, f"seed {seed} {chosen}")


@pytest.mark.parametrize("batch", range(5))
def test_results_with_masks_alone_as_boxes(batch: int) -> None:
    """The reference gives them the boxes of their masks, and size classes by the areas of these."""
    for seed in range(batch * 10, batch * 10 + 10):
        rng = np.random.default_rng(seed)
        truth, found = shape_worlds.mask_world(rng, images=int(rng.integers(1, 5)))
        found = [{key: value for key, value in row.items() if key != "bbox"} for row in found]
        chosen = _parameters(rng, truth)
        # The reference itself stops at outlines of results that are not compressed, and at no results.
        counts = [(row.get("segmentation") or {"counts": None}, row) for row in found]
        found = [row for mask, row in counts if isinstance(mask, dict) and isinstance(mask["counts"], str)]
        if not found:
            continue
        result = evaluate(truth, found, **chosen, fit_test=False)
        reference = reference_coco(truth, found, kind="bbox", **chosen)
        assert_identical(result.to_coco_eval(), reference, f"seed {seed} {chosen}")


@pytest.mark.parametrize("batch", range(5))
def test_a_truth_without_boxes_for_masks(batch: int) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        truth, found = shape_worlds.mask_world(np.random.default_rng(seed))
        for row in truth["annotations"]:
            row.pop("bbox", None)
        result = evaluate(truth, found, geometry="masks")
        assert_identical(result.to_coco_eval(), reference_coco(truth, found, kind="segm"), f"seed {seed}")


@pytest.mark.parametrize("batch", range(20))
def test_keypoints(batch: int) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        rng = np.random.default_rng(seed)
        points = 17 if rng.random() < 0.7 else int(rng.integers(1, 30))
        truth, found = shape_worlds.keypoint_world(rng, images=int(rng.integers(1, 6)), points=points)
        chosen = _parameters(rng, truth)
        if points != 17 or rng.random() < 0.2:
            chosen["sigmas"] = rng.uniform(0.02, 0.2, points)
        result = evaluate(truth, found, geometry="keypoints", **chosen)
        reference = reference_coco(truth, found, kind="keypoints", **chosen)
        assert_identical(result.to_coco_eval(), reference, f"seed {seed} {chosen}")


@pytest.mark.parametrize(("kind", "geometry"), [("segm", "masks"), ("keypoints", "keypoints")])
def test_printed_lines(kind: str, geometry: Any, capsys: pytest.CaptureFixture[str]) -> None:
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    from truebox.report import to_coco_text

    make = shape_worlds.mask_world if kind == "segm" else shape_worlds.keypoint_world
    for seed in range(5):
        truth, found = make(np.random.default_rng(seed))
        loaded = COCO()
        loaded.dataset = copy.deepcopy(truth)
        loaded.createIndex()
        evaluation = COCOeval(loaded, loaded.loadRes(copy.deepcopy(found)), kind)
        evaluation.evaluate()
        evaluation.accumulate()
        capsys.readouterr()
        evaluation.summarize()
        assert to_coco_text(evaluate(truth, found, geometry=geometry)) == capsys.readouterr().out
