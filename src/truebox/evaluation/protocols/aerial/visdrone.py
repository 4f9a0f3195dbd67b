"""VisDrone: COCO's rules seen from a drone, without what lies in regions to be ignored."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.protocols.stated_pairs import stated_places
from truebox.evaluation.question import Question
from truebox.evaluation.states.accumulation import PrecisionRule
from truebox.evaluation.states.alignment import positions
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import QUIRKS, Quirk, QuirkEntry
from truebox.records import Finding, Ids

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int32Array, Int64Array, WordArray

__all__ = ["PROTOCOL", "covered_shares"]

_MOST = 500
_FEWER = (100, 10, 1)
_MAIN = "all"
_IMAGES = "images"
"""No sizes, but a count: of each class in each image one truth, so that classes can weigh by their images."""

_REGIONS = frozenset(("ignored regions", "ignored region", "ignored"))
_OTHERS = frozenset(("others", "other"))
_HALF = 0.5
_NEVER = np.int32(-1)
_OWN = Quirk.TIE_ORDER | Quirk.LINSPACE | Quirk.FILE_LIMIT | Quirk.IGNORED_MISSED | Quirk.IMAGE_WEIGHTS

IGNORED_MISSED = QuirkEntry(2, Quirk.IGNORED_MISSED, "objects to be ignored count as missed", "S")
IMAGE_WEIGHTS = QuirkEntry(3, Quirk.IMAGE_WEIGHTS, "a class counts once for each image that holds it", "S")


class _Extents(NamedTuple):
    """Whole pixels, from 1: where boxes or regions begin, how far they go, and the image they are in."""

    image: Int32Array
    begin: FloatArray
    size: FloatArray


def covered_shares(
    boxes: FloatArray, image: Int32Array, regions: FloatArray, of_image: Int32Array, sizes: AnyArray
) -> FloatArray:
    """How much of each box lies in the regions of its image, in whole pixels.

    As in the kit a box begins behind its first pixel, a region with it, and both end with their last: at
    left + width, but within the image; the share is of the whole box.

    Parameters
    ----------
    boxes, regions : arrays [N, 4], [R, 4]
        Left, top, width, height.
    image, of_image : int32 arrays [N], [R]
        The image of each; -1 is none.
    sizes : array [images, 2]
        Width and height of each image; 0 where unknown, and then nothing ends there.

    Examples
    --------
    >>> box, region = np.array([[10.0, 10, 20, 20]]), np.array([[1.0, 1, 19, 100]])
    >>> none = np.zeros(1, np.int32)
    >>> covered_shares(box, none, region, none, np.array([[640, 480]])).tolist()
    [0.5]
    """
    shares = np.zeros(len(boxes))
    found, held = _in_pixels(boxes, image), _in_pixels(regions, of_image)
    order = np.argsort(image, kind="stable")
    ordered = image[order]
    for each in np.unique(of_image[of_image >= 0]).tolist():
        rows = order[slice(*np.searchsorted(ordered, [each, each + 1]))]
        areas = np.flatnonzero(of_image == each)
        if len(rows):
            bound = np.where(sizes[each] > 0, sizes[each], np.inf)
            first = np.minimum(found.begin[rows], bound)
            last = np.maximum(np.minimum(first + found.size[rows], bound), 1)
            pixels = _shared(first, last, held.begin[areas] - 1, _ends(held, areas, bound))
            shares[rows] = pixels / found.size[rows].prod(axis=1)
    return shares


def _in_pixels(boxes: FloatArray, image: Int32Array) -> _Extents:
    whole = np.maximum(np.sign(boxes) * np.floor(np.abs(boxes) + 0.5), 1)  # halves away from zero
    return _Extents(image, whole[:, :2], whole[:, 2:])


def _ends(regions: _Extents, rows: AnyArray, bound: FloatArray) -> FloatArray:
    ends: FloatArray = np.minimum(regions.begin[rows] + regions.size[rows], bound)
    return ends


def _shared(first: FloatArray, last: FloatArray, low: FloatArray, high: FloatArray) -> FloatArray:
    """Pixels of each extent (first, last] in the union of the extents (low, high]."""
    inside = (high > low).all(axis=1)
    low, high = low[inside], high[inside]
    along = []
    lengths = []
    for axis in (0, 1):
        cuts = np.unique(np.concatenate([low[:, axis], high[:, axis]]))
        along.append((low[:, axis, None] <= cuts[:-1]) & (cuts[1:] <= high[:, axis, None]))
        begin = np.maximum(first[:, axis, None], cuts[:-1])
        end = np.minimum(last[:, axis, None], cuts[1:])
        lengths.append(np.maximum(end - begin, 0))
    union = (along[0].T.astype(np.int64) @ along[1].astype(np.int64)) > 0
    pixels: FloatArray = ((lengths[0] @ union) * lengths[1]).sum(axis=1)
    return pixels


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    thresholds: FloatArray = 0.5 + np.arange(10, dtype=np.float64) * 0.05
    return without_sizes(
        "visdrone",
        geometry,
        thresholds.round(2) if Quirk.LINSPACE in mended else thresholds,
        labels=(_MAIN, *map(_first, _FEWER), _IMAGES),
    )


def _first(most: int) -> str:
    return f"first {most}"


def _named(truth: Truth, names: frozenset[str]) -> BoolArray:
    """The categories of these names, as they are listed."""
    plain = (name.strip().lower().replace("_", " ").replace("-", " ") for name in truth.categories.names)
    return np.array([each in names for each in plain], dtype=bool)


def _rows_named(truth: Truth, names: frozenset[str]) -> BoolArray:
    """The objects of these names."""
    listed = _named(truth, names)
    chosen: set[Any] = {truth.categories.ids[row] for row in np.flatnonzero(listed).tolist()}
    if not chosen:
        return np.zeros(len(truth), dtype=bool)
    return np.array([each in chosen for each in truth.category.tolist()], dtype=bool)


def _complete(truth: Truth, given: Any) -> Truth:
    """Says where the ends of images are unknown."""
    del given
    regions = int(np.count_nonzero(_rows_named(truth, _REGIONS)))
    if not regions or (np.asarray(truth.images.sizes) > 0).all():
        return truth
    text = (
        f"{truth.source.name} does not say how large its images are: regions and boxes are not cut at their "
        "ends. Name the folder that holds the pictures with --images"
    )
    return replace(truth, findings=(*truth.findings, Finding("W-313", text, regions)))


def _select(case: Case) -> Case:
    """Nothing counts that lies in regions by half or more, and of each image only the first rows."""
    truth, alignment = case.truth, _evaluated(case)
    area = _rows_named(truth, _REGIONS)
    true_image, predicted_image = alignment.true_image, alignment.predicted_image
    if area.any():
        regions, of_image = truth.boxes[area], positions(truth.image, alignment.images, 1)[0][area]
        sizes = _sizes(truth, alignment)
        share = covered_shares(truth.boxes, true_image, regions, of_image, sizes)
        true_image = np.where(area | (share >= _HALF), _NEVER, true_image)
        share = covered_shares(case.predictions.boxes, predicted_image, regions, of_image, sizes)
        predicted_image = np.where(share >= _HALF, _NEVER, predicted_image)
    by_score = Quirk.FILE_LIMIT in case.mended
    rank = _ranks(predicted_image, case.predictions.scores if by_score else None)
    predicted_image = np.where(rank >= _MOST, _NEVER, predicted_image)
    absent = np.zeros(len(rank), np.uint64)
    for bit, most in enumerate(_FEWER, start=1):
        absent |= (rank >= most).astype(np.uint64) << np.uint64(bit)
    alignment = replace(
        alignment,
        true_image=true_image.astype(np.int32),
        predicted_image=predicted_image.astype(np.int32),
    )
    ignored = truth.crowd | truth.ignore
    return replace(
        case,
        truth=replace(truth, crowd=ignored, ignore=np.zeros_like(ignored)),
        alignment=alignment,
        outside=_but_one_of_each_image(alignment),
        absent=absent,
    )


def _ranks(image: Int32Array, scores: FloatArray | None) -> AnyArray:
    """Place of each row in its image, by score or as in the file; rows of no image are among themselves."""
    order = _by_image(image) if scores is None else _by_image_and_score(image, scores)
    ordered = image[order]
    begin = np.flatnonzero(np.diff(ordered, prepend=-2))
    rank = np.empty(len(image), dtype=np.int64)
    rank[order] = np.arange(len(order)) - np.repeat(begin, np.diff(np.append(begin, len(order))))
    return rank


def _by_image_and_score(image: Int32Array, scores: FloatArray) -> Int64Array:
    """As ``np.lexsort((-scores, image))`` has it, where the first row wins an equal score, but faster."""
    falling = np.argsort(-scores)
    same = scores[falling[1:]] == scores[falling[:-1]]
    tied = np.zeros(len(falling), dtype=bool)
    tied[1:] |= same
    tied[:-1] |= same
    rows = np.sort(falling[tied])
    falling[tied] = rows[np.argsort(-scores[rows], kind="stable")]
    order: Int64Array = falling[_by_image(image[falling])]
    return order


def _by_image(image: Int32Array) -> Int64Array:
    """As a stable ``np.argsort``; of 16 bits at a time, for which that counts instead of comparing."""
    place = image - _NEVER
    order: Int64Array = np.argsort(place.astype(np.uint16), kind="stable")
    if len(place) and place.max() >= 1 << 16:
        order = order[np.argsort((place[order] >> 16).astype(np.uint16), kind="stable")]
    return order


def _evaluated(case: Case) -> Alignment:
    """Without the categories that nobody evaluates; their detections still have their places."""
    alignment = case.alignment
    left_out = _named(case.truth, _REGIONS | _OTHERS)
    unasked = {case.truth.categories.ids[row] for row in np.flatnonzero(left_out).tolist()}
    table = alignment.categories
    kept = np.array([table[row] not in unasked for row in range(len(table))], dtype=bool)
    if kept.all():
        return alignment
    place = np.append(np.where(kept, np.cumsum(kept) - 1, _NEVER), _NEVER).astype(np.int32)
    rows = np.flatnonzero(kept)
    return replace(
        alignment,
        categories=_taken(table, rows),
        category_names=tuple(alignment.category_names[row] for row in rows.tolist()),
        predicted_category=place[alignment.predicted_category],
        true_category=place[alignment.true_category],
    )


def _taken(table: Ids, rows: AnyArray) -> Ids:
    if table.names is None:
        return Ids(table.values[rows])
    return Ids(np.arange(len(rows)), tuple(table.names[code] for code in table.values[rows].tolist()))


def _sizes(truth: Truth, alignment: Alignment) -> AnyArray:
    """Width and height of each image of an alignment; 0 where unknown."""
    places, _ = stated_places(truth, alignment)
    sizes = np.zeros((len(alignment.images), 2))
    known = places >= 0
    sizes[places[known]] = np.asarray(truth.images.sizes)[known]
    return sizes


def _but_one_of_each_image(alignment: Alignment) -> WordArray:
    """Which truths do not stand for their class and image."""
    image, category = alignment.true_image, alignment.true_category
    here = np.flatnonzero((image >= 0) & (category >= 0))
    keys = image[here].astype(np.int64) * max(len(alignment.categories), 1) + category[here]
    stands = np.zeros(len(image), dtype=bool)
    stands[here[np.unique(keys, return_index=True)[1]]] = True
    outside: WordArray = (~stands).astype(np.uint64) << np.uint64(len(_FEWER) + 1)
    return outside


def _settle(case: Case, matched: Matched) -> Matched:
    """Objects to be ignored weigh as others do, and unless that is mended are missed."""
    del case
    columns, state = matched.columns, matched.state
    ranges = list(state.parameters.area_ranges)
    bits = np.uint64(1 << ranges.index(_IMAGES))
    if Quirk.IGNORED_MISSED not in state.mended:
        bits = np.uint64((1 << len(ranges)) - 1)
    ignored = columns.ignored != 0
    missed = np.where(ignored, bits, np.uint64(0))
    held = np.flatnonzero(ignored & (columns.image >= 0) & (columns.category >= 0))
    truths = state.truths.copy()
    for bit in range(len(ranges)):
        counting = missed[held]
        if columns.outside is not None:
            counting = counting & ~columns.outside[held]
        there = (counting >> np.uint64(bit)) & np.uint64(1) != 0
        truths[:, bit] += np.bincount(columns.category[held][there], minlength=len(truths))
    return replace(matched, state=replace(state, truths=truths), columns=replace(columns, missed=missed))


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    cap = state.parameters.max_detections[-1]
    weighed = None if Quirk.IMAGE_WEIGHTS in state.mended else _IMAGES
    return [
        Question("AP", True, _MAIN, cap, weighed_by=weighed),
        *(
            Question(f"AP{round(100 * value)}", True, _MAIN, cap, threshold, weighed_by=weighed)
            for value in (0.5, 0.75)
            for threshold in state.parameters.iou_thresholds.tolist()
            if abs(threshold - value) < 1e-9
        ),
        *(Question(f"AR{most}", False, _first(most), cap, weighed_by=weighed) for most in reversed(_FEWER)),
        Question(f"AR{_MOST}", False, _MAIN, cap, weighed_by=weighed),
    ]


PROTOCOL = DetectionProtocol(
    name="visdrone",
    title="VisDrone",
    reference="VisDrone2018-DET-toolkit (0054457)",
    takes=EVERY_ARGUMENT - {"recall_thresholds", "area_ranges", "max_detections", "class_agnostic"},
    geometries=("boxes",),
    defaults=_defaults,
    questions=_questions,
    precision=PrecisionRule.AREA,
    quirks=_OWN,
    reported=(*(entry for entry in QUIRKS if entry.quirk == Quirk.TIE_ORDER), IGNORED_MISSED, IMAGE_WEIGHTS),
    complete=_complete,
    select=_select,
    settle=_settle,
    columns=("AP", "AP50", "AP75", f"AR{_MOST}"),
    leaves_out={
        "detections": "others, boxes of which half or more lies in ignored regions, and all but "
        f"{_MOST} of an image",
        "truths": "ignored regions, others, and boxes of which half or more lies in regions",
        "uncounted": "objects to be ignored, which excuse what lies in them",
        **dict.fromkeys((*map(_first, _FEWER), _IMAGES), ""),
    },
)
