"""An evaluation that was made at once, and what people look at afterwards."""

from __future__ import annotations

import copy
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.integrations.pycocotools.coco import COCO
from truebox.integrations.pycocotools.content.rows import columns_of_rows
from truebox.integrations.pycocotools.matching.cells import Cell, by_score, cell_overlaps, cell_similarities
from truebox.integrations.pycocotools.matching.shapes import with_keypoints, with_masks
from truebox.integrations.pycocotools.matching.whole import (
    WholeMatch,
    curves_of,
    plain_parameters,
    sides_of,
    with_boxes,
)

if TYPE_CHECKING:
    from truebox.evaluation import Curves, MatchState
    from truebox.integrations.pycocotools.cocoeval import COCOeval
    from truebox.integrations.pycocotools.content.rows import RowColumns
    from truebox.integrations.pycocotools.matching.params import Params

__all__ = ["Shortcut", "shortcut_of"]

_QUESTIONS = ("getAnnIds", "loadAnns", "annToRLE")


@dataclass(slots=True, eq=False)
class Shortcut:
    """What was evaluated at once.

    Parameters
    ----------
    params : Params
        A copy.
    whole : WholeMatch
    state : MatchState
    """

    params: Params
    whole: WholeMatch
    state: MatchState

    def curves(self, evaluated: Any, asked: Params) -> Curves | None:
        """Precision and recall, or None where something else is asked for than was evaluated."""
        mine = self.params
        same = (
            getattr(evaluated, "imgIds", None) == asked.imgIds
            and evaluated.imgIds == mine.imgIds
            and evaluated.useCats == asked.useCats == mine.useCats
            and (not mine.useCats or evaluated.catIds == asked.catIds == mine.catIds)
            and list(evaluated.maxDets) == list(asked.maxDets) == list(mine.maxDets)
            and _bounds(evaluated) == _bounds(asked) == _bounds(mine)
            and len(asked.iouThrs) == len(mine.iouThrs)
        )
        return curves_of(self.state, asked) if same else None

    def truths(self) -> Any:
        """Truths of each image and category."""
        return _grouped(self.whole.truths.columns, self.whole.truths.taken)

    def detections(self) -> Any:
        """Detections of each image and category."""
        return _grouped(self.whole.detections.columns, self.whole.detections.taken)

    def _cells(self) -> Any:
        """Of each occupied cell: its key, truths and detections."""
        p, truths, detections = self.params, self.truths(), self.detections()
        if p.useCats:
            for image, category in dict.fromkeys([*truths, *detections]):
                yield (image, category), truths[image, category], detections[image, category]
            return
        for image in dict.fromkeys(image for image, _ in [*truths, *detections]):
            yield (
                (image, -1),
                [truth for category in p.catIds for truth in truths[image, category]],
                [found for category in p.catIds for found in detections[image, category]],
            )

    def overlaps(self) -> Any:
        """Overlaps of each image and category."""
        p = self.params
        categories = p.catIds if p.useCats else [-1]
        measure = cell_similarities if p.iouType == "keypoints" else cell_overlaps
        held = {key: measure(p, truths, found) for key, truths, found in self._cells()}
        return {
            (image, category): held.get((image, category), [])
            for image in p.imgIds
            for category in categories
        }

    def entries(self) -> Any:
        """Entries of every category, area range and image; None where there is nothing."""
        p = self.params
        categories = p.catIds if p.useCats else [-1]
        images = {image: place for place, image in enumerate(p.imgIds)}
        classes = {category: place for place, category in enumerate(categories)}
        ranges, limit = len(p.areaRng), p.maxDets[-1]
        measure = cell_similarities if p.iouType == "keypoints" else cell_overlaps
        found: list[Any] = [None] * (len(categories) * ranges * len(images))
        for (image, category), truths, detections in self._cells():
            i, k = images[image], classes[category]
            cell = Cell(
                p.imgIds[i],
                categories[k],
                truths,
                by_score(detections, limit),
                measure(p, truths, detections),
            )
            for a, area_range in enumerate(p.areaRng):
                found[(k * ranges + a) * len(images) + i] = cell.entry(p, area_range, limit)
        return found


def _bounds(params: Any) -> list[Any]:
    return [tuple(bounds) for bounds in params.areaRng]


def _grouped(columns: RowColumns, taken: Any) -> Any:
    cells = defaultdict(list)
    for row, chosen in zip(columns.rows, taken.tolist(), strict=True):
        if chosen:
            cells[row["image_id"], row["category_id"]].append(row)
    return cells


def shortcut_of(evaluation: COCOeval) -> Shortcut | None:
    """The evaluation at once, or None where something is not plain and is asked cell by cell."""
    params = evaluation.params
    parameters = plain_parameters(params)
    if parameters is None:
        return None
    truths = _columns(evaluation.cocoGt, params, truths=True)
    detections = None if truths is None else _columns(evaluation.cocoDt, params, truths=False)
    if truths is None or detections is None:
        return None
    whole = sides_of(params, parameters, truths, detections)
    state = None if whole is None else _matched(evaluation, whole)
    if whole is None or state is None:
        return None
    _mark(whole, params.iouType == "keypoints")
    return Shortcut(copy.deepcopy(params), whole, state)


def _matched(evaluation: COCOeval, whole: WholeMatch) -> MatchState | None:
    if evaluation.params.iouType == "bbox":
        return with_boxes(whole)
    if evaluation.params.iouType == "segm":
        return with_masks(whole, (evaluation.cocoGt.imgs, evaluation.cocoDt.imgs))
    return with_keypoints(whole, evaluation.params) if evaluation.params.iouType == "keypoints" else None


def _mark(whole: WholeMatch, points: bool) -> None:
    """Leave in the truths what the reference leaves there: whether they count, and at last in which range."""
    columns, ranges = whole.truths.columns, list(whole.parameters.area_ranges.values())
    low, high = ranges[-1]
    assert columns.crowd is not None
    passed_over = (columns.crowd != 0) | (columns.area < low) | (columns.area > high)
    for place in np.flatnonzero(whole.truths.taken).tolist():
        row = columns.rows[place]
        row["ignore"], row["_ignore"] = row["iscrowd"], int(passed_over[place])
        if points:
            row["ignore"] = row["num_keypoints"] == 0 or row["ignore"]
            row["_ignore"] = 1 if row["ignore"] else row["_ignore"]


def _columns(coco: Any, params: Params, *, truths: bool) -> RowColumns | None:
    kind, own = type(coco), getattr(coco, "__dict__", {})
    if isinstance(coco, COCO) and all(
        getattr(kind, name) is getattr(COCO, name) and name not in own for name in _QUESTIONS
    ):
        return coco.columns(params.imgIds, truths=truths)
    chosen = (
        {"imgIds": params.imgIds, "catIds": params.catIds} if params.useCats else {"imgIds": params.imgIds}
    )
    rows = coco.loadAnns(coco.getAnnIds(**chosen))
    if type(rows) is not list or not all(type(row) is dict and "id" in row for row in rows):
        return None
    return columns_of_rows(rows, {row["id"]: row for row in rows}, truths=truths)
