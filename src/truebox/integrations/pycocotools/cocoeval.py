"""`pycocotools.cocoeval`: the evaluation of detections against truths."""

from __future__ import annotations

import copy
import datetime
import sys
import time
from collections import defaultdict
from typing import Any

import numpy as np

from truebox.integrations.pycocotools import mask as maskUtils
from truebox.integrations.pycocotools.matching.cells import Cell, by_score, cell_overlaps, cell_similarities
from truebox.integrations.pycocotools.matching.curves import Tables, tables_of_entries
from truebox.integrations.pycocotools.matching.headline import headline
from truebox.integrations.pycocotools.matching.params import Params
from truebox.integrations.pycocotools.matching.shortcut import Shortcut, shortcut_of
from truebox.integrations.pycocotools.matching.unranked import warn_of_unranked

__all__ = ["COCOeval", "Params", "maskUtils"]


class COCOeval:
    """Detections matched with truths, and the twelve numbers.

    Where every annotation and parameter is plain, `evaluate` and `accumulate` work on all images at once, and
    `evalImgs` and `ious` are made when they are looked at. A subclass that has its own `computeIoU`,
    `computeOks`, `evaluateImg` or `_prepare` is asked cell by cell, as in the reference.

    Parameters
    ----------
    cocoGt, cocoDt : COCO or None
    iouType : {"segm", "bbox", "keypoints"}

    Attributes
    ----------
    params : Params
        May be changed before `evaluate`.
    evalImgs : list of dict or None
        Of every category, area range and image: ids, scores, and what matched what.
    ious : dict
        Overlaps of each (image, category).
    eval : dict
        ``precision`` and ``scores`` [T, R, K, A, M], ``recall`` [T, K, A, M], of `accumulate`.
    stats : array
        Of `summarize`.

    Examples
    --------
    >>> from truebox.integrations.pycocotools import COCO
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = COCO()
    >>> truth.dataset = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> truth.createIndex()
    creating index...
    index created!
    >>> import contextlib, io
    >>> with contextlib.redirect_stdout(io.StringIO()):
    ...     evaluation = COCOeval(truth, truth.loadRes([{"score": 0.9, **box}]), "bbox")
    ...     evaluation.evaluate()
    ...     evaluation.accumulate()
    ...     evaluation.summarize()
    >>> evaluation.stats[:3].round(6).tolist(), evaluation.evalImgs[0]["dtIds"]
    ([1.0, 1.0, 1.0], [1])
    """

    def __init__(self, cocoGt: Any = None, cocoDt: Any = None, iouType: str = "segm") -> None:
        if not iouType:
            print("iouType not specified. use default iouType segm")
        self.cocoGt, self.cocoDt = cocoGt, cocoDt
        self._shortcut: Shortcut | None = None
        self._entries: Any
        self._overlaps: Any
        self._truths: Any
        self._detections: Any
        self.evalImgs = defaultdict(list)
        self.eval: dict[str, Any] = {}
        self._gts, self._dts = defaultdict(list), defaultdict(list)
        self.params = Params(iouType=iouType)
        self._paramsEval: Any = {}
        self.stats: Any = []
        self.ious = {}
        if cocoGt is not None:
            self.params.imgIds = sorted(cocoGt.getImgIds())
            self.params.catIds = sorted(cocoGt.getCatIds())

    # Each of these is made when it is looked at; who sets it, or may have changed it, has it taken as it is.

    @property
    def evalImgs(self) -> Any:
        """Entries of every category, area range and image."""
        if self._entries is None and self._shortcut is not None:
            self._entries = self._shortcut.entries()
        return self._entries

    @evalImgs.setter
    def evalImgs(self, value: Any) -> None:
        self._entries = value

    @property
    def ious(self) -> Any:
        """Overlaps of each (image, category)."""
        if self._overlaps is None and self._shortcut is not None:
            self._overlaps = self._shortcut.overlaps()
        return self._overlaps

    @ious.setter
    def ious(self, value: Any) -> None:
        self._overlaps = value

    @property
    def _gts(self) -> Any:
        if self._truths is None and self._shortcut is not None:
            self._truths = self._shortcut.truths()
        return self._truths

    @_gts.setter
    def _gts(self, value: Any) -> None:
        self._truths = value

    @property
    def _dts(self) -> Any:
        if self._detections is None and self._shortcut is not None:
            self._detections = self._shortcut.detections()
        return self._detections

    @_dts.setter
    def _dts(self, value: Any) -> None:
        self._detections = value

    def _prepare(self) -> None:
        """Group the annotations by image and category, and mark the truths that do not count."""
        p = self.params
        chosen = {"imgIds": p.imgIds, "catIds": p.catIds} if p.useCats else {"imgIds": p.imgIds}
        truths = self.cocoGt.loadAnns(self.cocoGt.getAnnIds(**chosen))
        detections = self.cocoDt.loadAnns(self.cocoDt.getAnnIds(**chosen))
        if p.iouType == "segm":
            for coco, rows in ((self.cocoGt, truths), (self.cocoDt, detections)):
                for row in rows:
                    row["segmentation"] = coco.annToRLE(row)
        for truth in truths:
            truth["ignore"] = "iscrowd" in truth and truth["iscrowd"]
            if p.iouType == "keypoints":
                truth["ignore"] = truth["num_keypoints"] == 0 or truth["ignore"]
        self._gts, self._dts = _by_cell(truths), _by_cell(detections)
        self.evalImgs, self.eval = defaultdict(list), {}

    def evaluate(self) -> None:
        """Match the detections of each image and category.

        Examples
        --------
        >>> from truebox.integrations.pycocotools import COCO
        >>> empty = COCO()
        >>> empty.dataset = {"images": [], "categories": [], "annotations": []}
        >>> COCOeval(empty, empty, "bbox").evaluate()
        Running per image evaluation...
        Evaluate annotation type *bbox*
        DONE (t=...s).
        """
        begun = time.time()
        print("Running per image evaluation...")
        p = self.params
        if p.useSegm is not None:
            p.iouType = "segm" if p.useSegm == 1 else "bbox"
            print(f"useSegm (deprecated) is not None. Running {p.iouType} evaluation")
        print(f"Evaluate annotation type *{p.iouType}*")
        p.imgIds = list(np.unique(p.imgIds))
        if p.useCats:
            p.catIds = list(np.unique(p.catIds))
        p.maxDets = sorted(p.maxDets)
        self._shortcut = shortcut_of(self) if _is_usual(self) else None
        if self._shortcut is None:
            self._evaluate_cells()
        else:
            self._truths = self._detections = self._entries = self._overlaps = None
            self.eval = {}
        self._paramsEval = copy.deepcopy(self.params)
        print(f"DONE (t={time.time() - begun:0.2f}s).")

    def _evaluate_cells(self) -> None:
        self._prepare()
        p = self.params
        categories = p.catIds if p.useCats else [-1]
        if p.iouType not in ("bbox", "segm", "keypoints") and len(p.imgIds) and len(categories):
            # What the reference meets there: a name that its comprehension lacks, local since Python 3.12.
            kind = UnboundLocalError if sys.version_info >= (3, 12) else NameError
            raise kind(f"nothing measures overlaps of iouType {p.iouType!r}")
        overlap = self.computeOks if p.iouType == "keypoints" else self.computeIoU
        self.ious = {
            (image, category): overlap(image, category) for image in p.imgIds for category in categories
        }
        limit = p.maxDets[-1]  # without one the reference fails, also where there is nothing to match
        self.evalImgs = [
            self.evaluateImg(image, category, area_range, limit)
            for category in categories
            for area_range in p.areaRng
            for image in p.imgIds
        ]

    def _cell(self, imgId: Any, catId: Any) -> tuple[list[Any], list[Any]]:
        """Truths and detections; without categories, those of the listed ones in their order."""
        p = self.params
        if p.useCats:
            return self._gts[imgId, catId], self._dts[imgId, catId]
        return (
            [truth for category in p.catIds for truth in self._gts[imgId, category]],
            [found for category in p.catIds for found in self._dts[imgId, category]],
        )

    def computeIoU(self, imgId: Any, catId: Any) -> Any:
        """Overlaps of one image and category, detections by falling score; a list where one side is empty.

        Examples
        --------
        >>> COCOeval().computeIoU(1, 1)
        []
        """
        return cell_overlaps(self.params, *self._cell(imgId, catId))

    def computeOks(self, imgId: Any, catId: Any) -> Any:
        """Similarities of keypoints of one image and category, detections by falling score.

        Examples
        --------
        >>> COCOeval(iouType="keypoints").computeOks(1, 1)
        []
        """
        return cell_similarities(self.params, self._gts[imgId, catId], self._dts[imgId, catId])

    def evaluateImg(self, imgId: Any, catId: Any, aRng: Any, maxDet: Any) -> Any:
        """What matches what in one image, category and area range; None where there is nothing.

        Examples
        --------
        >>> COCOeval().evaluateImg(1, 1, [0, 1e10], 100)
        """
        truths, detections = self._cell(imgId, catId)
        if not truths and not detections:
            return None
        found = by_score(detections, maxDet)
        return Cell(imgId, catId, truths, found, self.ious[imgId, catId]).entry(self.params, aRng, maxDet)

    def accumulate(self, p: Any = None) -> None:
        """Precision and recall of all that was evaluated, into `eval`.

        Parameters
        ----------
        p : Params, optional
            For other recalls, or a part of what was evaluated.

        Examples
        --------
        >>> from truebox.integrations.pycocotools import COCO
        >>> empty = COCO()
        >>> empty.dataset = {"images": [], "categories": [], "annotations": []}
        >>> evaluation = COCOeval(empty, empty, "bbox")
        >>> evaluation.evaluate()
        Running per image evaluation...
        Evaluate annotation type *bbox*
        DONE (t=...s).
        >>> evaluation.accumulate()
        Accumulating evaluation results...
        Please run evaluate() first
        DONE (t=...s).
        """
        print("Accumulating evaluation results...")
        begun = time.time()
        shortcut = self._shortcut if self._entries is None else None
        if shortcut is None and not self.evalImgs:
            print("Please run evaluate() first")
        if p is None:
            p = self.params
        p.catIds = p.catIds if p.useCats == 1 else [-1]
        found = None if shortcut is None else shortcut.curves(self._paramsEval, p)
        if found is None:
            tables = tables_of_entries(self.evalImgs, self._paramsEval, p)
            warn_of_unranked(self.evalImgs, "dtIds", "dtScores")
        else:
            assert found.scores is not None
            # One after the other in memory, as in the reference: sums of whole tables depend on it.
            tables = Tables(*map(np.ascontiguousarray, (found.precision, found.recall, found.scores)))
        counts = [*tables.precision.shape]
        self.eval = {
            "params": p,
            "counts": counts,
            "date": datetime.datetime.now().strftime("%Y-%m-%d %H:%M:%S"),
            "precision": tables.precision,
            "recall": tables.recall,
            "scores": tables.scores,
        }
        print(f"DONE (t={time.time() - begun:0.2f}s).")

    def summarize(self) -> None:
        """Print the numbers, and keep them in `stats`.

        Raises
        ------
        Exception
            Nothing was accumulated.
        IndexError
            Fewer than three limits of boxes or masks.

        Examples
        --------
        >>> COCOeval(iouType="bbox").summarize()
        Traceback (most recent call last):
        ...
        Exception: Please run accumulate() first
        """
        if not self.eval:
            raise Exception("Please run accumulate() first")
        self.stats = headline(self.params, self.eval)

    def __str__(self) -> Any:  # noqa: PLE0307  as in the reference: it prints, and fails
        self.summarize()


def _by_cell(rows: list[Any]) -> Any:
    cells = defaultdict(list)
    for row in rows:
        cells[row["image_id"], row["category_id"]].append(row)
    return cells


_STEPS = ("_prepare", "computeIoU", "computeOks", "evaluateImg", "_cell")
_USUAL = {name: getattr(COCOeval, name) for name in _STEPS}
_OVERLAPS = maskUtils.iou


def _is_usual(evaluation: COCOeval) -> bool:
    """Whether every step of an evaluation is the one of this class: nobody put in another."""
    kind, own = type(evaluation), evaluation.__dict__
    steps = all(getattr(kind, name) is step and name not in own for name, step in _USUAL.items())
    return steps and maskUtils.iou is _OVERLAPS
