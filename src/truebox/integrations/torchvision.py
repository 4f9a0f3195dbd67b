"""`CocoEvaluator` in the place of the one of torchvision's detection references, and of its copies.

Examples
--------
>>> import torch
>>> from truebox.integrations.torchvision import CocoEvaluator
>>> truth = {"images": [{"id": 7}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
...     {"id": 1, "image_id": 7, "category_id": 1, "bbox": [0, 0, 50, 50], "area": 2500, "iscrowd": 0}]}
>>> evaluator = CocoEvaluator(truth, ["bbox"])
>>> box, label = torch.tensor([[0.0, 0, 50, 50]]), torch.tensor([1])
>>> evaluator.update({7: {"boxes": box, "labels": label, "scores": torch.tensor([0.5])}})
>>> evaluator.synchronize_between_processes()
>>> evaluator.accumulate()
>>> round(float(evaluator.coco_eval["bbox"].eval["precision"].max()), 6)
1.0
"""

from __future__ import annotations

import copy
import datetime
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from truebox.integrations.pycocotools.cocoeval import COCOeval
from truebox.integrations.streams import Streams
from truebox.integrations.tensors import as_array, corner_and_size, hard_masks

__all__ = ["CocoEvaluator"]


class CocoEvaluator:
    """Average precision of a detector, for ``CocoEvaluator`` of torchvision's ``references/detection``.

    The methods, their order and what they print are those of torchvision, and so are the numbers. A batch is
    matched when it comes, processes send each other a few bytes a detection, and an image that two
    processes were given counts once, and is said (W-570).

    Parameters
    ----------
    coco_gt : COCO, parsed COCO data or path
        Of pycocotools, of `truebox.integrations.pycocotools`, or whatever `truebox.read_truth` takes.
    iou_types : sequence of {"bbox", "segm", "keypoints"}
    **how
        Further arguments of `truebox.Evaluator`.

    Attributes
    ----------
    coco_eval : mapping of iou type to COCOeval
        With ``params``, after `accumulate` with ``eval``, after `summarize` with ``stats``. There is no
        ``evalImgs``: boxes are not kept.
    img_ids : list
        Images seen.

    Examples
    --------
    >>> truth = {"images": [], "categories": [{"id": 1, "name": "cat"}], "annotations": []}
    >>> CocoEvaluator(truth, ["bbox"]).coco_eval["bbox"].params.iouType
    'bbox'
    """

    def __init__(self, coco_gt: Any, iou_types: Sequence[str], **how: Any) -> None:
        self.coco_gt, self.iou_types = coco_gt, list(iou_types)
        self._streams = Streams(self.iou_types, truth=coco_gt, **how)
        self.coco_eval = {kind: COCOeval(iouType=kind) for kind in self.iou_types}

    @property
    def img_ids(self) -> list[Any]:
        """Images seen, in order of their ids."""
        return sorted(self._streams.seen)

    def update(self, predictions: Mapping[Any, Mapping[str, Any]]) -> None:
        """Match the detections of a batch.

        Parameters
        ----------
        predictions : mapping of image id to mapping
            ``boxes`` (corners), ``labels``, ``scores``; for masks ``masks`` [n, 1, height, width], of which
            more than a half counts, for keypoints ``keypoints`` [n, k, 3]. Empty where nothing was found.
        """
        self._streams.update(
            {
                image: {kind: _entry(found, kind) for kind in self.iou_types}
                for image, found in predictions.items()
            }
        )

    def synchronize_between_processes(self) -> None:
        """Take over what all processes of `torch.distributed` have seen."""
        self._streams = self._streams.gathered()

    def accumulate(self) -> None:
        """Precision and recall of all images seen, into ``coco_eval[...].eval``."""
        for kind, result in self._streams.results().items():
            evaluation = self.coco_eval[kind]
            held, params = result.parameters, evaluation.params
            params.imgIds, params.catIds = self.img_ids, result.truth.categories.ids.tolist()
            params.iouThrs, params.recThrs = held.iou_thresholds, held.recall_thresholds
            params.maxDets = list(held.max_detections)
            params.areaRng = [list(bounds) for bounds in held.area_ranges.values()]
            params.areaRngLbl = list(held.area_ranges)
            params.useCats = 0 if held.class_agnostic else 1
            evaluation._paramsEval = copy.deepcopy(params)
            evaluation.eval = {
                "params": params,
                "counts": list(result.precision.shape),
                "date": datetime.datetime.now().strftime("%Y-%m-%d %H:%M:%S"),
                "precision": np.array(result.precision),
                "recall": np.array(result.recall),
                "scores": np.array(result.scores),
            }

    def summarize(self) -> None:
        """Print the lines of pycocotools, and keep their numbers in ``coco_eval[...].stats``."""
        for kind, evaluation in self.coco_eval.items():
            print(f"IoU metric: {kind}")
            evaluation.summarize()

    def results(self) -> dict[str, Any]:
        """The `truebox.evaluation.StreamedResult` of each kind of overlap, with classes and warnings."""
        return self._streams.results()


def _entry(found: Mapping[str, Any], kind: str) -> dict[str, Any]:
    shape = {"bbox": "boxes", "segm": "masks", "keypoints": "keypoints"}[kind]
    if not len(found):
        return {shape: [], "labels": [], "scores": []}
    shapes = {
        "bbox": lambda: corner_and_size(found["boxes"]),
        "segm": lambda: hard_masks(found["masks"]),
        "keypoints": lambda: as_array(found["keypoints"]),
    }[kind]()
    return {shape: shapes, "labels": as_array(found["labels"]), "scores": as_array(found["scores"])}
