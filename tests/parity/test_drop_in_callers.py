"""Code that calls pycocotools, before and after it is replaced.

The callers are written here after what those projects do to `COCOeval`, step by step: the evaluators of
torchvision's references, DETR and RF-DETR, mmdet's and detectron2's subclasses, and the demonstration of
pycocotools itself.
"""

from __future__ import annotations

import contextlib
import copy
import io

import numpy as np
import pytest
from coco_worlds import world
from drop_in_pair import assert_same
from shape_worlds import keypoint_world, mask_world

_WORLDS = {
    "bbox": lambda rng: world(rng, irregular=False, images=9),
    "segm": lambda rng: mask_world(rng, images=7, boxed=False),
    "keypoints": lambda rng: keypoint_world(rng, images=7),
}


def _dataset(tools, truth, kind=None):
    coco = (kind or tools.COCO)()
    coco.dataset = copy.deepcopy(truth)
    with contextlib.redirect_stdout(io.StringIO()):
        coco.createIndex()
    return coco


class _Merging:
    """As the evaluators of torchvision, DETR and RF-DETR: batch by batch, entries merged across processes."""

    def __init__(self, tools, coco, kind, limits=None, stepwise=False):
        self.tools, self.coco, self.stepwise = tools, copy.deepcopy(coco), stepwise
        self.evaluation = tools.COCOeval(self.coco, iouType=kind)
        if limits:
            self.evaluation.params.maxDets = limits
        self.images, self.entries = [], []

    def update(self, batch):
        images = list(np.unique(list(batch)))
        self.images.extend(images)
        results = [row for rows in batch.values() for row in rows]
        evaluation = self.evaluation
        with contextlib.redirect_stdout(io.StringIO()):
            found = self.tools.COCO.loadRes(self.coco, results) if results else self.tools.COCO()
            evaluation.cocoDt = found
            evaluation.params.imgIds = list(images)
            entries = self._steps() if self.stepwise else self._evaluated()
        self.entries.append(entries)

    def _evaluated(self):
        self.evaluation.evaluate()
        params = self.evaluation.params
        return np.asarray(self.evaluation.evalImgs).reshape(-1, len(params.areaRng), len(params.imgIds))

    def _steps(self):
        evaluation, params = self.evaluation, self.evaluation.params
        params.imgIds, params.catIds = list(np.unique(params.imgIds)), list(np.unique(params.catIds))
        params.maxDets = sorted(params.maxDets)
        evaluation.params = params
        evaluation._prepare()
        overlap = evaluation.computeOks if params.iouType == "keypoints" else evaluation.computeIoU
        evaluation.ious = {
            (image, category): overlap(image, category)
            for image in params.imgIds
            for category in params.catIds
        }
        entries = [
            evaluation.evaluateImg(image, category, area_range, params.maxDets[-1])
            for category in params.catIds
            for area_range in params.areaRng
            for image in params.imgIds
        ]
        evaluation._paramsEval = copy.deepcopy(evaluation.params)
        return np.asarray(entries).reshape(len(params.catIds), len(params.areaRng), len(params.imgIds))

    def merged_with(self, other):
        images = np.array(self.images + other.images)
        entries = np.concatenate([np.concatenate(each.entries, 2) for each in (self, other)], 2)
        images, first = np.unique(images, return_index=True)
        evaluation = self.evaluation
        evaluation.evalImgs = list(entries[..., first].flatten())
        evaluation.params.imgIds = list(images)
        evaluation._paramsEval = copy.deepcopy(evaluation.params)
        evaluation.accumulate()
        evaluation.summarize()
        tables = {key: value for key, value in evaluation.eval.items() if key != "date"}
        return evaluation.stats, tables, evaluation.evalImgs


@pytest.mark.parametrize("kind", _WORLDS)
@pytest.mark.parametrize("stepwise", [False, True], ids=["evaluate", "step by step"])
@pytest.mark.parametrize("seed", range(3))
def test_evaluators_that_merge_entries_across_processes(kind, stepwise, seed):
    truth, results = _WORLDS[kind](np.random.default_rng(seed))
    images = [image["id"] for image in truth["images"]]

    def program(tools):
        coco = _dataset(tools, truth)
        limits = [1, 10, 50] if seed == 2 and kind != "keypoints" else None
        both = [_Merging(tools, coco, kind, limits, stepwise) for _ in range(2)]
        for number, first in enumerate(range(0, len(images), 2)):
            batch = {image: [] for image in images[first : first + 2]}
            for row in copy.deepcopy(results):
                if row["image_id"] in batch:
                    batch[row["image_id"]].append(row)
            both[number % 2].update(batch)
            if number == 1:
                both[0].update(copy.deepcopy(batch))  # an image that pads the other process
        return both[0].merged_with(both[1])

    assert_same(program)


@pytest.mark.parametrize("kind", _WORLDS)
def test_a_subclass_that_prepares_and_matches_by_itself(kind):
    # As mmdet's evaluator for several processes, and datasets with names in snake case.
    truth, results = _WORLDS[kind](np.random.default_rng(7))

    def program(tools):
        class Snake(tools.COCO):
            def __init__(self, annotation_file=None):
                super().__init__(annotation_file=annotation_file)
                self.img_ann_map = self.imgToAnns

            def get_ann_ids(self, img_ids=[], cat_ids=[]):  # noqa: B006  as it is there
                return self.getAnnIds(img_ids, cat_ids)

        class ByChunks(tools.COCOeval):
            def evaluate(self):
                params = self.params
                params.imgIds, params.catIds = list(np.unique(params.imgIds)), list(np.unique(params.catIds))
                params.maxDets = sorted(params.maxDets)
                self.evalImgs = [entry for category in params.catIds for entry in self._chunk([category])]
                self._paramsEval = copy.deepcopy(self.params)

            def _chunk(self, categories):
                self._prepare()
                overlap = self.computeOks if self.params.iouType == "keypoints" else self.computeIoU
                self.ious = {
                    (image, category): overlap(image, category)
                    for category in categories
                    for image in self.params.imgIds
                }
                return [
                    self.evaluateImg(image, category, area_range, max(self.params.maxDets))
                    for category in categories
                    for area_range in self.params.areaRng
                    for image in self.params.imgIds
                ]

        coco = _dataset(tools, truth, Snake)
        evaluation = ByChunks(coco, coco.loadRes(copy.deepcopy(results)), kind)
        evaluation.params.maxDets = [20] if kind == "keypoints" else [1, 10, 100]
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
        precision = evaluation.eval["precision"]
        per_class = [np.mean(values[values > -1]) for values in np.moveaxis(precision[:, :, :, 0, -1], 2, 0)]
        return evaluation.stats, precision, per_class, coco.get_ann_ids(cat_ids=[1])

    assert_same(program)


@pytest.mark.parametrize("kind", _WORLDS)
@pytest.mark.parametrize("limits", [[1, 10, 100], [1, 5, 300]], ids=str)
def test_results_of_another_limit_read_by_a_subclass(kind, limits):
    # As detectron2: boxes left out of results with masks, own limits, own sigmas, own headline.
    truth, results = _WORLDS[kind](np.random.default_rng(11))

    def program(tools):
        class OtherLimit(tools.COCOeval):
            def summarize(self):
                if not self.eval:
                    raise Exception("Please run accumulate() first")
                means = []
                for table in ("precision", "recall"):
                    for limit in self.params.maxDets:
                        place = [n for n, each in enumerate(self.params.maxDets) if each == limit]
                        values = self.eval[table][..., [0], place]
                        means.append(np.mean(values[values > -1]))
                self.stats = np.array(means)

        coco = _dataset(tools, truth)
        rows = copy.deepcopy(results)
        if kind == "segm":
            for row in rows:
                row.pop("bbox", None)
        evaluation = OtherLimit(coco, coco.loadRes(rows), kind)
        if kind == "keypoints":
            evaluation.params.kpt_oks_sigmas = np.full(17, 0.07)
        else:
            evaluation.params.maxDets = limits
        evaluation.params.imgIds = [image["id"] for image in truth["images"]][:5]
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
        return evaluation.stats, evaluation.eval["precision"], evaluation.eval["recall"]

    assert_same(program)


@pytest.mark.parametrize("kind", _WORLDS)
def test_the_demonstration(tmp_path, kind):
    # Both demonstrations of pycocotools: questions of a file, and the first images of a results file.
    import json

    truth, results = _WORLDS[kind](np.random.default_rng(13))
    truth["categories"] = [{"supercategory": "thing", **category} for category in truth["categories"]]
    for name, held in (("truth", truth), ("found", results)):
        (tmp_path / f"{name}.json").write_text(json.dumps(held))

    def program(tools):
        coco = tools.COCO(str(tmp_path / "truth.json"))
        categories = coco.loadCats(coco.getCatIds())
        names = [category["name"] for category in categories]
        chosen = coco.getCatIds(catNms=names[:1])
        images = coco.getImgIds(catIds=chosen)
        anns = coco.loadAnns(coco.getAnnIds(imgIds=images[:1], catIds=chosen, iscrowd=None))
        found = coco.loadRes(str(tmp_path / "found.json"))
        evaluation = tools.COCOeval(coco, found, kind)
        evaluation.params.imgIds = sorted(coco.getImgIds())[0:5]
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
        return names, sorted(images), anns, evaluation.stats, evaluation.eval["precision"]

    assert_same(program)
