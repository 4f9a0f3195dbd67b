"""Boundary AP: pycocotools' evaluation on overlaps of faster-coco-eval's boundaries, to the last bit."""

from __future__ import annotations

import contextlib
import copy
import io
from typing import Any

import coco_worlds
import numpy as np
import pytest
import reference_coco
import shape_worlds
from pycocotools import mask as reference_mask
from pycocotools.cocoeval import COCOeval

from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

faster_coco_eval = pytest.importorskip("faster_coco_eval", reason="faster-coco-eval makes the boundaries")


def _boundary_evaluation(ratio: float) -> type[COCOeval]:
    from faster_coco_eval.core.mask import rleToBoundary

    def boundary(runs: dict[str, Any]) -> dict[str, Any]:
        text = runs["counts"].encode() if isinstance(runs["counts"], str) else runs["counts"]
        return rleToBoundary({"size": runs["size"], "counts": text}, ratio)

    class Boundary(COCOeval):
        def computeIoU(self, image: Any, category: Any) -> Any:
            p, sides = self.params, []
            for rows in (self._dts, self._gts):
                keys = [(image, category)] if p.useCats else [(image, each) for each in p.catIds]
                sides.append([row for key in keys for row in rows[key]])
            found, true = sides
            if not found and not true:
                return []
            order = np.argsort([-d["score"] for d in found], kind="mergesort")[: p.maxDets[-1]]
            found = [found[i]["segmentation"] for i in order]
            crowd = [int(g["iscrowd"]) for g in true]
            true = [g["segmentation"] for g in true]
            whole = reference_mask.iou(found, true, crowd)
            if len(whole) == 0:
                return whole
            edges = reference_mask.iou([boundary(d) for d in found], [boundary(g) for g in true], crowd)
            return np.where(np.array(crowd, dtype=bool), whole, np.minimum(whole, edges))

    return Boundary


@pytest.mark.parametrize("batch", range(6))
def test_identical_on_generated_data(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        rng = np.random.default_rng(seed)
        truth, found = shape_worlds.mask_world(rng, images=int(rng.integers(1, 4)))
        chosen = coco_worlds.parameters(rng, truth) if rng.random() < 0.6 else {}
        ratio = float(rng.choice([0.02, 0.005, 0.1]))
        monkeypatch.setattr(reference_coco, "COCOeval", _boundary_evaluation(ratio))
        reference = reference_coco.reference_coco(truth, found, kind="segm", **chosen)
        result = evaluate(truth, found, geometry="boundary", dilation_ratio=ratio, **chosen)
        reference_coco.assert_identical(result.to_coco_eval(), reference, f"seed {seed} {chosen}")


def test_the_other_tool_agrees() -> None:
    """Same recall; its precision is rounded differently (no 2**-52 in the denominator)."""
    for seed in range(6):
        truth, found = shape_worlds.mask_world(np.random.default_rng(seed), boxed=False)
        for row in found:
            row.pop("bbox", None)
        with contextlib.redirect_stdout(io.StringIO()):
            loaded = faster_coco_eval.COCO(copy.deepcopy(truth))
            other = faster_coco_eval.COCOeval_faster(loaded, loaded.loadRes(copy.deepcopy(found)), "boundary")
            other.evaluate()
            other.accumulate()
        ours = evaluate(truth, found, geometry="boundary").to_coco_eval()
        recall = np.asarray(other.eval["recall"]).reshape(ours["recall"].shape)
        precision = np.asarray(other.eval["precision"]).reshape(ours["precision"].shape)
        np.testing.assert_array_equal(ours["recall"], recall)
        np.testing.assert_allclose(ours["precision"], precision, rtol=0, atol=2**-52)
