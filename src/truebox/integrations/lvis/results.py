"""`lvis.results`: detections on the images of an LVIS dataset, the best 300 of each."""

from __future__ import annotations

import logging
from collections import defaultdict
from copy import deepcopy
from typing import Any

from truebox.integrations.lvis.lvis import LVIS
from truebox.integrations.pycocotools.content import complete_results

__all__ = ["LVISResults"]


class LVISResults(LVIS):
    """Detections, completed with ids, areas and boxes.

    Parameters
    ----------
    lvis_gt : LVIS or path as str
    results : path as str, or list of dict
    max_dets : int
        Most of an image, over all categories; -1 for all.

    Examples
    --------
    >>> issubclass(LVISResults, LVIS)
    True
    """

    def __init__(self, lvis_gt: Any, results: Any, max_dets: int = 300) -> None:
        if isinstance(lvis_gt, LVIS):
            self.dataset = deepcopy(lvis_gt.dataset)
        elif isinstance(lvis_gt, str):
            self.dataset = self._load_json(lvis_gt)
        else:
            raise TypeError(f"Unsupported type {lvis_gt} of lvis_gt.")
        self.logger = logging.getLogger(__name__)
        found = self._load_json(results) if isinstance(results, str) else results
        assert isinstance(found, list), "results is not a list."
        if max_dets >= 0:
            found = self.limit_dets_per_image(found, max_dets)
        crowds = [ann.get("iscrowd", ...) for ann in found]
        complete_results(found)
        for ann, crowd in zip(found, crowds, strict=True):  # the reference of LVIS writes none
            if crowd is ...:
                ann.pop("iscrowd", None)
            else:
                ann["iscrowd"] = crowd
        self.dataset["annotations"] = found
        self._create_index()
        images = {ann["image_id"] for ann in found}
        assert images <= set(self.get_img_ids()), "Results do not correspond to current LVIS set."

    def limit_dets_per_image(self, anns: list[Any], max_dets: int) -> list[Any]:
        """The best of each image, image by image; of equal scores the earlier."""
        of_image = defaultdict(list)
        for ann in anns:
            of_image[ann["image_id"]].append(ann)
        kept = []
        for held in of_image.values():
            if len(held) > max_dets:
                kept += sorted(held, key=lambda ann: -ann["score"])[:max_dets]
            else:
                kept += held
        return kept

    def get_top_results(self, img_id: Any, score_thrs: Any) -> list[Any]:
        """Detections of an image above a score."""
        return [
            ann for ann in self.load_anns(self.get_ann_ids(img_ids=[img_id])) if ann["score"] > score_thrs
        ]
