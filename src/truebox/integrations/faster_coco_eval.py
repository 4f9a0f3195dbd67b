"""The names of faster-coco-eval with the numbers of pycocotools: ``COCO``, ``COCOeval_faster``, ``mask``.

Examples
--------
>>> from truebox.integrations.faster_coco_eval import COCO
>>> truth = COCO({"images": [{"id": 7}], "categories": [{"id": 1, "name": "cat"}], "annotations": []})
>>> truth.get_img_ids()
[7]
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import logging
import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from truebox.errors import ArgumentError
from truebox.integrations import pycocotools
from truebox.integrations.pycocotools import mask
from truebox.integrations.pycocotools import replace_pycocotools as init_as_pycocotools
from truebox.integrations.pycocotools.matching.headline import HeadlineMean, told

__all__ = ["COCO", "COCOeval_faster", "init_as_pycocotools", "mask"]

_LOGGER = logging.getLogger(__name__)
_USUAL: dict[str, Any] = {
    "use_area": (True,),
    "boundary_dilation_ratio": (0.02,),
    "boundary_cpu_count": range(1, 1 << 16),
    "rle_iou_max_workers": range(1, 1 << 16),
}
"""Values that options without effect may have; all others must be off."""


@contextlib.contextmanager
def _told_by(tell: Callable[[str], Any]) -> Iterator[None]:
    """What is printed is given to a function, line by line."""
    if tell is print:
        yield
        return
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        yield
    for line in printed.getvalue().splitlines():
        tell(line)


def _listed(given: Any) -> Any:
    return [] if given is None else given


class COCO(pycocotools.COCO):
    """Annotations of a file or of a dict, quiet unless `print_function` is `print`.

    Parameters
    ----------
    annotation_file : path, dict or None
    use_deepcopy : bool
        Whether a dict is copied.
    print_function : callable

    Examples
    --------
    >>> COCO({"images": [], "categories": [{"id": 1, "name": "cat"}]}).get_cat_ids()
    [1]
    """

    def __init__(
        self,
        annotation_file: Any = None,
        use_deepcopy: bool = False,
        print_function: Callable[[str], Any] = _LOGGER.debug,
    ) -> None:
        self.print_function = print_function
        with _told_by(print_function):
            if isinstance(annotation_file, dict):
                super().__init__()
                self.dataset = copy.deepcopy(annotation_file) if use_deepcopy else annotation_file
                self.createIndex()
            else:
                super().__init__(annotation_file)

    def loadRes(self, resFile: Any, min_score: float = 0.0) -> Any:
        """Detections of at least this score, of a path, a list or an array; none are a result too."""
        if isinstance(resFile, os.PathLike):
            resFile = os.fspath(resFile)
        if min_score:
            rows = self.loadNumpyAnnotations(resFile) if isinstance(resFile, np.ndarray) else resFile
            rows = self.load_json(rows) if isinstance(rows, str) else rows
            resFile = [row for row in rows if row.get("score", 1) >= min_score]
        if isinstance(resFile, list) and not resFile:
            return COCO(
                {**{key: self.dataset.get(key, []) for key in ("images", "categories")}, "annotations": []}
            )
        with _told_by(self.print_function):
            found = super().loadRes(resFile)
        # That of pycocotools is one of its own class, whatever it is called on.
        found.__class__ = COCO
        vars(found)["print_function"] = self.print_function
        return found

    @staticmethod
    def load_json(json_file: Any, use_deepcopy: bool = False) -> Any:
        """What a JSON file holds; a dict or list is copied."""
        if isinstance(json_file, (str, os.PathLike)):
            with open(json_file, encoding="utf-8") as file:
                return json.load(file)
        return copy.deepcopy(json_file) if use_deepcopy else json_file.copy()

    def get_ann_ids(
        self, img_ids: Any = None, cat_ids: Any = None, area_rng: Any = None, iscrowd: Any = None
    ) -> list[Any]:
        """As `getAnnIds`."""
        return self.getAnnIds(_listed(img_ids), _listed(cat_ids), _listed(area_rng), iscrowd)

    def get_cat_ids(self, cat_names: Any = None, sup_names: Any = None, cat_ids: Any = None) -> list[Any]:
        """As `getCatIds`."""
        return self.getCatIds(_listed(cat_names), _listed(sup_names), _listed(cat_ids))

    def get_img_ids(self, img_ids: Any = None, cat_ids: Any = None) -> list[Any]:
        """As `getImgIds`."""
        return self.getImgIds(_listed(img_ids), _listed(cat_ids))

    def load_anns(self, ids: Any) -> Any:
        """As `loadAnns`."""
        return self.loadAnns(ids)

    def load_cats(self, ids: Any) -> Any:
        """As `loadCats`."""
        return self.loadCats(ids)

    def load_imgs(self, ids: Any) -> Any:
        """As `loadImgs`."""
        return self.loadImgs(ids)

    @property
    def img_ann_map(self) -> Any:
        """As `imgToAnns`."""
        return self.imgToAnns

    @property
    def cat_img_map(self) -> Any:
        """As `catToImgs`."""
        return self.catToImgs


class COCOeval_faster(pycocotools.COCOeval):
    """The evaluation, quiet unless `print_function` is `print`, with its numbers by name.

    Parameters
    ----------
    cocoGt, cocoDt : COCO
    iouType : {"segm", "bbox", "keypoints"}
    ranges : dict of name to [least, largest], optional
        Of areas, beside that of all; default: small, medium and large.
    print_function : callable
    kpt_oks_sigmas : sequence of float, optional
    separate_eval : bool
        Without effect.
    **options
        Others of that tool are refused unless they are at their usual value; how many processors are used
        has no effect.

    Examples
    --------
    >>> box = {"image_id": 7, "category_id": 1, "bbox": [0, 0, 40, 40]}
    >>> truth = COCO({"images": [{"id": 7}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]})
    >>> evaluation = COCOeval_faster(truth, truth.loadRes([{"score": 0.9, **box}]), "bbox")
    >>> evaluation.run()
    >>> round(evaluation.stats_as_dict["AP_all"], 6), round(evaluation.stats_as_dict["AR_50"], 6)
    (1.0, 1.0)
    """

    def __init__(
        self,
        cocoGt: Any = None,
        cocoDt: Any = None,
        iouType: str = "segm",
        ranges: dict[str, Any] | None = None,
        *,
        print_function: Callable[[str], Any] = _LOGGER.info,
        kpt_oks_sigmas: Any = None,
        separate_eval: bool = False,
        **options: Any,
    ) -> None:
        del separate_eval
        asked = sorted(
            name for name, value in options.items() if value not in _USUAL.get(name, (None, False))
        )
        if asked:
            raise ArgumentError(
                f"{asked[0]}: only faster-coco-eval itself has it. "
                "Fix: leave it out, or use truebox.evaluate, which knows LVIS and boundaries."
            )
        self.print_function = print_function
        super().__init__(cocoGt, cocoDt, iouType)
        if iouType == "keypoints":
            if cocoGt is not None:  # of which there is anything: as that tool
                self.params.catIds = sorted(cocoGt.cat_img_map)
        elif ranges is not None:
            if "all" in ranges:
                raise ArgumentError("ranges: the range of all areas is always there. Fix: leave 'all' out.")
            self.params.areaRng = [[0, 1e5**2], *ranges.values()]
            self.params.areaRngLbl = ["all", *ranges]
        if kpt_oks_sigmas is not None:
            self.params.kpt_oks_sigmas = np.array(kpt_oks_sigmas)

    def evaluate(self) -> None:
        """As in pycocotools."""
        with _told_by(self.print_function):
            super().evaluate()

    def accumulate(self, p: Any = None) -> None:
        """As in pycocotools."""
        with _told_by(self.print_function):
            super().accumulate(p)

    def summarize(self) -> None:
        """As that tool: precision at the last limit, whatever it is, and recall at each; see `all_stats`.

        Raises
        ------
        Exception
            Nothing was accumulated.
        """
        if not self.eval:
            raise Exception("Please run accumulate() first")
        with _told_by(self.print_function):
            values = [told(self.params, self.eval, line) for line in _lines(self.params)]
        self.all_stats = np.array(values, dtype=np.float64)
        boxes = self.params.iouType != "keypoints"
        self.stats = self.all_stats[:-2] if boxes else self.all_stats

    def run(self) -> None:
        """All three steps."""
        self.evaluate()
        self.accumulate()
        self.summarize()

    @property
    def stats_as_dict(self) -> dict[str, float]:
        """The numbers by their names in that tool."""
        params = self.params
        sizes = [label for label in params.areaRngLbl if label != "all"]
        if params.iouType == "keypoints":
            sizes, limits, ends = ["medium", "large"], ["all", "50", "75"], []
        else:
            usual = list(params.maxDets) == [1, 10, 100]
            limits = ["all", "second", "third"] if usual else list(params.maxDets)
            ends = ["AR_50", "AR_75"]
        names = ["AP_all", "AP_50", "AP_75", *(f"AP_{size}" for size in sizes)]
        names += [*(f"AR_{limit}" for limit in limits), *(f"AR_{size}" for size in sizes), *ends]
        return {name: float(value) for name, value in zip(names, self.all_stats, strict=True)}


def _lines(params: Any) -> Iterator[HeadlineMean]:
    """The means in the order of that tool."""
    last, steps, sizes = params.maxDets[-1], (None, 0.5, 0.75), params.areaRngLbl[1:]
    if params.iouType == "keypoints":
        for precision in (True, False):
            yield from (HeadlineMean(precision, step, "all", last) for step in steps)
            yield from (HeadlineMean(precision, None, size, last) for size in ("medium", "large"))
        return
    yield from (HeadlineMean(True, step, "all", last) for step in steps)
    yield from (HeadlineMean(True, None, size, last) for size in sizes)
    yield from (HeadlineMean(False, None, "all", limit) for limit in params.maxDets)
    yield from (HeadlineMean(False, None, size, last) for size in sizes)
    yield from (HeadlineMean(False, step, "all", last) for step in steps[1:])
