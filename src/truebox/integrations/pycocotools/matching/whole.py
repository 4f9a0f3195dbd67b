"""The whole evaluation at once, where every annotation and parameter is plain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import evaluation as native
from truebox._native.threads import thread_count
from truebox.evaluation import CocoParameters, Curves, Matching, MatchState, Quirk, accumulate
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.integrations.pycocotools.content.rows import RowColumns
    from truebox.integrations.pycocotools.matching.params import Params
    from truebox.typing import ByteArray, FloatArray, Int32Array, Int64Array

__all__ = ["TakenRows", "WholeMatch", "curves_of", "plain_parameters", "prepared", "sides_of", "with_boxes"]

_LARGEST = 1e150
"""Boxes beyond it have areas that are no numbers."""
_MOST_LIMITS = 32767


def plain_parameters(params: Params) -> CocoParameters | None:
    """The parameters of a whole evaluation; None where one of them needs to be asked cell by cell."""
    try:
        thresholds = np.array(params.iouThrs, dtype=np.float64)
        ranges = np.array([[bound[0], bound[1]] for bound in params.areaRng], dtype=np.float64)
        limits = np.array(params.maxDets)
    except (TypeError, ValueError, IndexError):
        return None
    plain = (
        params.useCats in (0, 1)
        and thresholds.ndim == 1
        and thresholds.size > 0
        and bool((thresholds >= 0).all())
        and ranges.size > 0
        and bool((ranges[:, 0] <= ranges[:, 1]).all())
        and limits.ndim == 1
        and 0 < limits.size < _MOST_LIMITS
        and limits.dtype.kind in "iu"
        and 1 <= int(limits[0]) <= int(limits[-1]) < 2**31
    )
    recalls = _recalls(params)
    if not plain or recalls is None:
        return None
    return CocoParameters(
        iou_thresholds=thresholds,
        recall_thresholds=recalls,
        area_ranges={str(place): (low, high) for place, (low, high) in enumerate(ranges.tolist())},
        max_detections=tuple(limits.tolist()),
        class_agnostic=not params.useCats,
    )


def _recalls(params: Params) -> FloatArray | None:
    try:
        recalls = np.array(params.recThrs, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return recalls if recalls.ndim == 1 and recalls.size and not np.isnan(recalls).any() else None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TakenRows:
    """Annotations that take part: place of the image and category of each row, or -1."""

    columns: RowColumns
    image: Int32Array
    category: Int32Array

    @property
    def taken(self) -> Any:
        """Which rows take part."""
        return (self.image >= 0) & (self.category >= 0)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WholeMatch:
    """What is matched: both sides, and by what parameters.

    Parameters
    ----------
    parameters : CocoParameters
    images, categories : int64 arrays
        Images ascend; so do categories, unless they only order the rows of an image.
    truths, detections : TakenRows
    """

    parameters: CocoParameters
    images: Int64Array
    categories: Int64Array
    truths: TakenRows
    detections: TakenRows


def sides_of(
    params: Params, parameters: CocoParameters, truths: RowColumns, detections: RowColumns
) -> WholeMatch | None:
    """Both sides in terms of the images and categories that are asked for; None where they are not plain."""
    images, categories = np.asarray(params.imgIds), np.asarray(params.catIds)
    kinds = images.dtype.kind + categories.dtype.kind
    if kinds not in ("ii", "iu", "ui", "uu") or not images.size or not categories.size:
        return None
    if len(np.unique(categories)) != len(categories):
        return None
    images, categories = images.astype(np.int64), categories.astype(np.int64)
    if (truths.narrow or detections.narrow) and not _narrow_bounds(parameters):
        return None
    sides = [_side(columns, images, categories) for columns in (truths, detections)]
    return WholeMatch(
        parameters=parameters, images=images, categories=categories, truths=sides[0], detections=sides[1]
    )


def _narrow_bounds(parameters: CocoParameters) -> bool:
    """Whether a float32 compares with the bounds of all areas as its value does."""
    bounds = np.array(list(parameters.area_ranges.values()))
    return bool((bounds.astype(np.float32) == bounds).all())


def _side(columns: RowColumns, images: Int64Array, categories: Int64Array) -> TakenRows:
    order = np.argsort(categories, kind="stable")
    category = _places(columns.category, categories[order])
    if bool((order != np.arange(len(order))).any()):
        category = np.append(order, -1).astype(np.int32)[category]
    return TakenRows(columns=columns, image=_places(columns.image, images), category=category)


def _places(ids: Int64Array, table: Int64Array) -> Int32Array:
    """Place of each id in an ascending table, or -1."""
    places, seen = np.empty(len(ids), dtype=np.int32), np.empty(len(table), dtype=np.uint8)
    if len(ids):
        native.join_ids(ids, table, places, seen, thread_count(None))
    return places


def _plain_boxes(boxes: FloatArray) -> bool:
    """Whether overlaps are numbers: no side below 0, no area that is lost or has no end."""
    if not len(boxes):
        return True
    sides = boxes[:, 2:]
    if float(sides.min()) < 0 or float(np.abs(boxes).max()) > _LARGEST:
        return False
    areas = sides[:, 0] * sides[:, 1]
    lost = areas == 0
    return not (bool(lost.any()) and bool((sides[lost].min(axis=1) > 0).any()))


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """What a native matching is given of the rows of both sides."""

    cells: native.Cells
    detections: native.Detections
    truths: native.Truths
    rules: native.MatchingRules
    outcome: native.Outcome


def with_boxes(whole: WholeMatch) -> MatchState | None:
    """The match by boxes, or None where a box is not plain."""
    if not _plain_boxes(whole.truths.columns.boxes) or not _plain_boxes(whole.detections.columns.boxes):
        return None
    state, held = prepared(whole, whole.detections.columns.boxes, None)
    native.match_boxes(
        False,
        held.cells,
        held.detections,
        held.truths,
        held.rules,
        held.outcome,
        thread_count(None),
        whole.detections.columns.area,
    )
    return state


def prepared(whole: WholeMatch, boxes: FloatArray, uncounted: ByteArray | None) -> tuple[MatchState, _Places]:
    """A state to fill, and what a native matching is given; `uncounted` truths count as crowds do."""
    parameters, true, found = whole.parameters, whole.truths, whole.detections
    crowd = true.columns.crowd
    assert crowd is not None
    assert found.columns.score is not None
    ranges = np.array(list(parameters.area_ranges.values()), dtype=np.float64)
    thresholds = np.minimum(parameters.iou_thresholds, 1 - 1e-10)
    cells = native.group_cells(
        found.image,
        found.category,
        true.image,
        true.category,
        len(whole.images),
        len(whole.categories),
        parameters.class_agnostic,
        parameters.max_detections[-1],
        thread_count(None),
    )
    state = _empty_state(whole, cells.kept, len(ranges))
    classes = len(state.truths)
    ignored = crowd if uncounted is None else crowd | uncounted
    unmarked = (true.columns.ids == 0).astype(np.uint8)
    places = _Places(
        cells,
        native.Detections(boxes, found.columns.score),
        native.Truths(true.columns.boxes, true.columns.area, crowd, ignored, unmarked),
        native.MatchingRules(thresholds, ranges, False, False, Matching.COCO),
        native.Outcome(
            *(state.score, state.category, state.image, state.row, state.rank),
            *(state.matched, state.ignored, state.truths),
            np.empty(classes, dtype=np.uint8),
            np.empty(classes, dtype=np.uint8),
        ),
    )
    return state, places


def _empty_state(whole: WholeMatch, kept: int, ranges: int) -> MatchState:
    parameters = whole.parameters
    words = -(-len(parameters.iou_thresholds) * ranges // 64)
    classes = 1 if parameters.class_agnostic else len(whole.categories)
    return MatchState(
        parameters=parameters,
        mended=Quirk.NONE,
        images=Ids(whole.images),
        categories=Ids(whole.categories),
        score=np.empty(kept),
        category=np.empty(kept, dtype=np.int32),
        image=np.empty(kept, dtype=np.int32),
        row=np.empty(kept, dtype=np.int64),
        rank=np.empty(kept, dtype=np.int32),
        matched=np.empty((kept, words), dtype=np.uint64),
        ignored=np.empty((kept, words), dtype=np.uint64),
        truths=np.empty((classes, ranges), dtype=np.int64),
    )


def curves_of(state: MatchState, params: Params) -> Curves | None:
    """Tables of a match for the recalls that are asked for now; None where they are not plain."""
    recalls = _recalls(params)
    if recalls is None:
        return None
    asked = replace(state.parameters, recall_thresholds=recalls)
    return accumulate(replace(state, parameters=asked))
