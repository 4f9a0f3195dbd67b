"""`lvis.eval`: the evaluation of LVIS, whose images are annotated for some categories only."""

from __future__ import annotations

import datetime
import logging
from collections import OrderedDict, defaultdict
from typing import Any

import numpy as np

from truebox.integrations.lvis.cells import entry_of_cell
from truebox.integrations.lvis.curves import tables_of_classes
from truebox.integrations.lvis.lvis import LVIS
from truebox.integrations.lvis.results import LVISResults
from truebox.integrations.pycocotools import Params as CocoParams
from truebox.integrations.pycocotools import mask as mask_utils
from truebox.integrations.pycocotools.matching.cells import by_score
from truebox.integrations.pycocotools.matching.unranked import warn_of_unranked

__all__ = ["LVISEval", "Params"]

_MOST = 2**31 - 1
_GROUPS = {"r": "APr", "c": "APc", "f": "APf"}


class Params:
    """What is evaluated; every field may be set before ``evaluate()``.

    Parameters
    ----------
    iou_type : {"segm", "bbox"}

    Examples
    --------
    >>> Params("bbox").max_dets, Params("bbox").area_rng_lbl
    (300, ['all', 'small', 'medium', 'large'])
    """

    def __init__(self, iou_type: str) -> None:
        usual = CocoParams("bbox")
        self.img_ids: Any = []
        self.cat_ids: Any = []
        self.iou_thrs: Any = usual.iouThrs
        self.rec_thrs: Any = usual.recThrs
        self.max_dets: Any = 300
        self.area_rng: Any = usual.areaRng
        self.area_rng_lbl: Any = usual.areaRngLbl
        self.use_cats: Any = 1
        self.img_count_lbl: Any = ["r", "c", "f"]
        self.iou_type = iou_type


class LVISEval:
    """Detections matched with truths, and the thirteen numbers.

    Parameters
    ----------
    lvis_gt : LVIS or path as str
    lvis_dt : LVISResults, path as str, or list of dict
    iou_type : {"segm", "bbox"}

    Attributes
    ----------
    params : Params
    eval_imgs : list of dict or None
    ious : dict
    eval : dict
        ``precision`` [T, R, K, A], ``recall`` [T, K, A].
    results : OrderedDict
        Of `summarize`.

    Examples
    --------
    >>> LVISEval(None, None, "boxes")
    Traceback (most recent call last):
    ...
    ValueError: iou_type: boxes is not supported.
    """

    def __init__(self, lvis_gt: Any, lvis_dt: Any, iou_type: str = "segm") -> None:
        self.logger = logging.getLogger(__name__)
        if iou_type not in ["bbox", "segm"]:
            raise ValueError(f"iou_type: {iou_type} is not supported.")
        if not isinstance(lvis_gt, LVIS | str):
            raise TypeError(f"Unsupported type {lvis_gt} of lvis_gt.")
        self.lvis_gt = LVIS(lvis_gt) if isinstance(lvis_gt, str) else lvis_gt
        if not isinstance(lvis_dt, LVISResults | str | list):
            raise TypeError(f"Unsupported type {lvis_dt} of lvis_dt.")
        self.lvis_dt = lvis_dt if isinstance(lvis_dt, LVISResults) else LVISResults(self.lvis_gt, lvis_dt)
        self.eval_imgs: Any = defaultdict(list)
        self.eval: dict[str, Any] = {}
        self._gts: Any = defaultdict(list)
        self._dts: Any = defaultdict(list)
        self.params = Params(iou_type=iou_type)
        self.results: OrderedDict[str, Any] = OrderedDict()
        self.ious: Any = {}
        self.params.img_ids = sorted(self.lvis_gt.get_img_ids())
        self.params.cat_ids = sorted(self.lvis_gt.get_cat_ids())

    def _prepare(self) -> None:
        """Group both sides; detections of categories that nobody looked for in their image take no part."""
        p = self.params
        chosen = {"img_ids": p.img_ids, "cat_ids": p.cat_ids or None}
        truths = self.lvis_gt.load_anns(self.lvis_gt.get_ann_ids(**chosen))
        detections = self.lvis_dt.load_anns(self.lvis_dt.get_ann_ids(**chosen))
        if p.iou_type == "segm":
            for lvis, rows in ((self.lvis_gt, truths), (self.lvis_dt, detections)):
                for row in rows:
                    row["segmentation"] = lvis.ann_to_rle(row)
        looked_for: dict[Any, set[Any]] = {}
        images = self.lvis_gt.load_imgs(ids=p.img_ids)
        for image in images:
            looked_for[image["id"]] = set(image["neg_category_ids"])
        self.img_nel = {image["id"]: image["not_exhaustive_category_ids"] for image in images}
        for truth in truths:
            truth.setdefault("ignore", 0)
            self._gts[truth["image_id"], truth["category_id"]].append(truth)
            looked_for[truth["image_id"]].add(truth["category_id"])
        for found in detections:
            if found["category_id"] in looked_for[found["image_id"]]:
                self._dts[found["image_id"], found["category_id"]].append(found)
        self.freq_groups = self._prepare_freq_group()

    def _prepare_freq_group(self) -> list[list[int]]:
        groups: list[list[int]] = [[] for _ in self.params.img_count_lbl]
        for place, category in enumerate(self.lvis_gt.load_cats(self.params.cat_ids)):
            groups[self.params.img_count_lbl.index(category["frequency"])].append(place)
        return groups

    def _categories(self) -> Any:
        return self.params.cat_ids if self.params.use_cats else [-1]

    def evaluate(self) -> None:
        """Match the detections of each image and category."""
        self.logger.info("Running per image evaluation.")
        p = self.params
        p.img_ids = list(np.unique(p.img_ids))
        self._prepare()
        self.ious = {
            (image, category): self.compute_iou(image, category)
            for image in p.img_ids
            for category in self._categories()
        }
        self.eval_imgs = [
            self.evaluate_img(image, category, area_range)
            for category in self._categories()
            for area_range in p.area_rng
            for image in p.img_ids
        ]

    def _get_gt_dt(self, img_id: Any, cat_id: Any) -> tuple[list[Any], list[Any]]:
        # Without categories the reference looks for those of a category -1, and finds none.
        times = 1 if self.params.use_cats else len(self.params.cat_ids)
        return self._gts[img_id, cat_id] * times, self._dts[img_id, cat_id] * times

    def compute_iou(self, img_id: Any, cat_id: Any) -> Any:
        """Overlaps of one image and category, detections by falling score; a list where one side is empty."""
        truths, detections = self._get_gt_dt(img_id, cat_id)
        if not truths and not detections:
            return []
        key = {"segm": "segmentation", "bbox": "bbox"}.get(self.params.iou_type)
        if key is None:
            raise ValueError("Unknown iou_type for iou computation.")
        found = [each[key] for each in by_score(detections, _MOST)]
        return mask_utils.iou(found, [each[key] for each in truths], [0] * len(truths))

    def evaluate_img(self, img_id: Any, cat_id: Any, area_rng: Any) -> Any:
        """What matches what in one image, category and area range; None where there is nothing."""
        truths, detections = self._get_gt_dt(img_id, cat_id)
        if not truths and not detections:
            return None
        sides = truths, by_score(detections, _MOST)
        matched = entry_of_cell(
            sides, self.ious[img_id, cat_id], area_rng, self.params.iou_thrs, self.img_nel
        )
        return {"image_id": img_id, "category_id": cat_id, "area_rng": area_rng, **matched}

    def accumulate(self) -> None:
        """Precision and recall of all that was evaluated, into `eval`."""
        self.logger.info("Accumulating evaluation results.")
        if not self.eval_imgs:
            self.logger.warning("Please run evaluate first.")
        p = self.params
        precision, recall, pointers = tables_of_classes(
            self.eval_imgs, len(self._categories()), len(p.area_rng), len(p.img_ids), (p.iou_thrs, p.rec_thrs)
        )
        warn_of_unranked(self.eval_imgs or (), "dt_ids", "dt_scores")
        self.eval = {
            "params": p,
            "counts": [*precision.shape],
            "date": datetime.datetime.now().strftime("%Y-%m-%d %H:%M:%S"),
            "precision": precision,
            "recall": recall,
            "dt_pointers": pointers,
        }

    def _summarize(
        self, summary_type: str, iou_thr: Any = None, area_rng: Any = "all", freq_group_idx: Any = None
    ) -> Any:
        p = self.params
        ranges = [place for place, label in enumerate(p.area_rng_lbl) if label == area_rng]
        values = self.eval["precision" if summary_type == "ap" else "recall"]
        if iou_thr is not None:
            values = values[np.where(iou_thr == p.iou_thrs)[0]]
        if summary_type == "ap" and freq_group_idx is not None:
            values = values[:, :, self.freq_groups[freq_group_idx], ranges]
        else:
            values = values[..., ranges]
        values = values[values > -1]
        return np.mean(values) if len(values) else -1

    def summarize(self) -> None:
        """Put the thirteen numbers into `results`."""
        if not self.eval:
            raise RuntimeError("Please run accumulate() first.")
        results, sizes = self.results, {"s": "small", "m": "medium", "l": "large"}
        results["AP"] = self._summarize("ap")
        for threshold in (0.5, 0.75):
            results[f"AP{threshold * 100:.0f}"] = self._summarize("ap", iou_thr=threshold)
        for letter, size in sizes.items():
            results[f"AP{letter}"] = self._summarize("ap", area_rng=size)
        for place, key in enumerate(_GROUPS.values()):
            results[key] = self._summarize("ap", freq_group_idx=place)
        results[f"AR@{self.params.max_dets}"] = self._summarize("ar")
        for letter, size in sizes.items():
            results[f"AR{letter}@{self.params.max_dets}"] = self._summarize("ar", area_rng=size)

    def run(self) -> None:
        """All three steps."""
        self.evaluate()
        self.accumulate()
        self.summarize()

    def print_results(self) -> None:
        """A line for each number."""
        p = self.params
        for key, value in self.results.items():
            title, kind = ("Average Precision", "(AP)") if "AP" in key else ("Average Recall", "(AR)")
            third = key[2:3]
            overlap = (
                f"{float(key[2:]) / 100:0.2f}"
                if third.isdigit()
                else (f"{p.iou_thrs[0]:0.2f}:{p.iou_thrs[-1]:0.2f}")
            )
            group = third if third and third in "rcf" else "all"
            size = third if third and third in "sml" else "all"
            asked = f"IoU={overlap:<9} | area={size:>6s} | maxDets={p.max_dets:>3d} catIds={group:>3s}"
            print(f" {title:<18} {kind} @[ {asked}] = {value:0.3f}")

    def get_results(self) -> Any:
        """The numbers of `summarize`."""
        if not self.results:
            self.logger.warning("results is empty. Call run().")
        return self.results
