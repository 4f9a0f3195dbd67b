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
    from truebox.integrations.pycocotools.matching.whole import TakenRows
    from truebox.typing import ByteArray

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
    uncounted : uint8 array
        Which truths the match ignored, whatever their area.
    """

    params: Params
    whole: WholeMatch
    state: MatchState
    uncounted: ByteArray

    def curves(self, evaluated: Any, asked: Params) -> Curves | None:
        """Precision and recall, or None where something else is asked for than was evaluated."""
        mine = self.params
        if not hasattr(evaluated, "imgIds"):
            return None
        same = (
            all(_listed(each.imgIds) == mine.imgIds for each in (evaluated, asked))
            and evaluated.useCats == asked.useCats == mine.useCats
            and (not mine.useCats or _listed(evaluated.catIds) == _listed(asked.catIds) == mine.catIds)
            and list(evaluated.maxDets) == list(asked.maxDets) == list(mine.maxDets)
            and all(isinstance(limit, (int, np.integer)) for limit in asked.maxDets)
            and _bounds(evaluated) == _bounds(asked) == _bounds(mine)
            and len(asked.iouThrs) == len(mine.iouThrs)
        )
        return curves_of(self.state, asked) if same else None

    def truths(self) -> Any:
        """Truths of each image and category."""
        return _grouped(self.whole.truths.columns.rows, self.whole.truths.taken)

    def detections(self) -> Any:
        """Detections of each image and category."""
        return _grouped(self.whole.detections.columns.rows, self.whole.detections.taken)

    def _cells(self) -> Any:
        """Of each occupied cell: its key, truths and detections, as they were when they were matched."""
        p, true, found = self.params, self.whole.truths, self.whole.detections
        truths = _grouped(_as_matched(true, self.uncounted), true.taken)
        detections = _grouped(_as_matched(found, None), found.taken)
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


def _listed(ids: Any) -> list[Any] | None:
    """Ids that are a list, a tuple or an array of one dimension; None of anything else."""
    if isinstance(ids, np.ndarray):
        return list(ids) if ids.ndim == 1 else None
    return list(ids) if isinstance(ids, (list, tuple)) else None


def _bounds(params: Any) -> list[Any]:
    return [tuple(bounds) for bounds in params.areaRng]


def _as_matched(side: TakenRows, uncounted: ByteArray | None) -> list[Any]:
    """The annotations; in the place of one that was changed since, a copy with what was matched."""
    columns, rows = side.columns, side.columns.rows
    now = columns_of_rows(rows, {row.get("id"): row for row in rows}, truths=columns.score is None)
    if now is None:
        changed = np.ones(len(rows), dtype=np.bool_)
    else:
        changed = (now.boxes != columns.boxes).any(axis=1)
        for name in ("image", "category", "ids", "area", "score", "crowd"):
            held = getattr(columns, name)
            changed |= False if held is None else getattr(now, name) != held
    if uncounted is not None:
        changed |= np.array([bool(row.get("ignore")) for row in rows], dtype=np.bool_) != (uncounted != 0)
    rows = list(rows)
    for place in np.flatnonzero(changed & side.taken).tolist():
        rows[place] = {**rows[place], **_matched_values(columns, place)}
        if uncounted is not None:
            rows[place]["ignore"] = int(uncounted[place])
    return rows


def _matched_values(columns: RowColumns, place: int) -> dict[str, Any]:
    last = ("iscrowd", columns.crowd) if columns.score is None else ("score", columns.score)
    singles = {
        "image_id": columns.image,
        "category_id": columns.category,
        "id": columns.ids,
        "area": columns.area,
        last[0]: last[1],
    }
    values = {name: held[place].item() for name, held in singles.items() if held is not None}
    return {**values, "bbox": columns.boxes[place].tolist()}


def _grouped(rows: list[Any], taken: Any) -> Any:
    cells = defaultdict(list)
    for row, chosen in zip(rows, taken.tolist(), strict=True):
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
    return Shortcut(copy.deepcopy(params), whole, state, _mark(whole, params.iouType == "keypoints"))


def _matched(evaluation: COCOeval, whole: WholeMatch) -> MatchState | None:
    if evaluation.params.iouType == "bbox":
        return with_boxes(whole)
    if evaluation.params.iouType == "segm":
        return with_masks(whole, (evaluation.cocoGt.imgs, evaluation.cocoDt.imgs))
    return with_keypoints(whole, evaluation.params) if evaluation.params.iouType == "keypoints" else None


def _mark(whole: WholeMatch, points: bool) -> ByteArray:
    """Leave in the truths what the reference leaves there: whether they count, and at last in which range."""
    columns, ranges = whole.truths.columns, list(whole.parameters.area_ranges.values())
    low, high = ranges[-1]
    assert columns.crowd is not None
    uncounted = columns.crowd.astype(np.uint8)
    outside = (columns.area < low) | (columns.area > high)
    for place in np.flatnonzero(whole.truths.taken).tolist():
        row = columns.rows[place]
        row["ignore"] = row["iscrowd"]
        if points:
            row["ignore"] = row["num_keypoints"] == 0 or row["ignore"]
            uncounted[place] = bool(row["ignore"])
        row["_ignore"] = int(outside[place] or uncounted[place] != 0)
    return uncounted


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
