"""Masks as another tool had them: drawn otherwise, resized, without holes, or as boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native.threads import thread_count
from truebox.errors import ArgumentError
from truebox.evaluation.matching.mask_sizes import mask_sizes
from truebox.evaluation.protocol import Case
from truebox.evaluation.protocols.mixed import drawing
from truebox.evaluation.states.alignment import align
from truebox.evaluation.states.parameters import coco_parameters
from truebox.masks import (
    Masks,
    boxes_to_masks,
    concatenate_masks,
    decode_masks,
    encode_masks,
    mask_to_box,
    masks_from_compressed,
    masks_from_counts,
    masks_to_compressed,
    rasterize_polygons,
)
from truebox.records import SegmentationKind, Segmentations

if TYPE_CHECKING:
    from truebox.evaluation.states.rules import Rules
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["MASK_RULES", "masks_by_rules", "with_changed_masks"]

MASK_RULES = {
    "polygons": "as COCO",
    "found_masks": "as read",
    "mask_pixels": "as read",
    "shapes": "as asked",
}
"""Rules that change masks or what is made of them, each with the value that changes nothing."""

_DRAWN: dict[str, Callable[[list[Any], tuple[int, int]], Any]] = {
    "edges filled": drawing.with_edges,
    "pixel centres": drawing.centres_inside,
}
_MENDED: dict[str, Callable[[Any], Any]] = {
    "holes filled": drawing.holes_filled,
    "largest part": drawing.largest_part,
}
_SHARES = {"half": 0.5, "quarter": 0.25}
_LONGER_SIDE = 160.0


@refuses_other_kinds
def masks_by_rules(
    truth: Truth, predictions: Predictions, rules: Rules, *, threads: int | None = None
) -> tuple[Truth, Predictions, Rules]:
    """Both sides with their masks as rules have them, and the rules that are left: for many mixtures of one.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Joined, and read for masks.
    rules : Rules
        Of masks.
    threads : int or None
        As in `truebox.evaluate`.

    Returns
    -------
    truth, predictions : Truth, Predictions
    rules : Rules
        Under which these give what the others give under `rules`.

    Examples
    --------
    >>> from truebox.evaluation import Rules
    >>> from truebox.generation import make_shape_dataset
    >>> pair = make_shape_dataset("masks", images=3, categories=2)
    >>> *_, left = masks_by_rules(*pair, Rules(polygons="edges filled", curve="all points"))
    >>> left == Rules(curve="all points")
    True
    """
    count = thread_count(threads)
    alignment = align(truth, predictions, images=None, categories=None, class_agnostic=False, threads=count)
    parameters = coco_parameters(geometry="masks")
    case = with_changed_masks(
        Case(truth=truth, predictions=predictions, alignment=alignment, parameters=parameters, threads=count),
        rules,
    )
    shapes = "as asked" if rules.shapes == "as asked" else "boxes"
    usual: dict[str, Any] = MASK_RULES | {"shapes": shapes}
    return case.truth, case.predictions, replace(rules, **usual)


def with_changed_masks(case: Case, rules: Rules) -> Case:
    """The case with its masks as the rules have them, or their boxes where these are compared."""
    if rules.shapes == "boxes":
        return case
    for name, side in (("truth", case.truth), ("predictions", case.predictions)):
        if side.segmentations is None:
            raise ArgumentError(
                f"{name}: {side.source.name} was read without its masks. Fix: read it with geometry='masks'."
            )
    alignment = case.alignment
    sizes = mask_sizes(case.truth, case.predictions, alignment, case.threads)
    # What the rules do not touch stays as it was read.
    true = _changed(case.truth, alignment.true_image, sizes, replace(rules, found_masks="as read"))
    found = _changed(case.predictions, alignment.predicted_image, sizes, rules)
    truth = replace(case.truth, segmentations=_as_segmentations(true))
    predictions = replace(case.predictions, segmentations=_as_segmentations(found))
    if rules.mask_pixels != "as read":
        truth, predictions = _in_new_sizes(case, truth, predictions, sizes, rules)
    if rules.shapes != "as asked":
        narrow = float(rules.shapes.startswith("narrow"))
        predictions = replace(predictions, boxes=_boxes(found, narrow), boxed=True)
        if not rules.shapes.endswith("found masks"):
            truth = replace(truth, boxes=_boxes(true, narrow))
    return replace(case, truth=truth, predictions=predictions)


def _boxes(masks: Masks, narrow: float) -> FloatArray:
    boxes = mask_to_box(masks)
    boxes[:, 2:] = np.maximum(boxes[:, 2:] - narrow, 0)
    return boxes


def _changed(side: Truth | Predictions, image: Any, sizes: Int64Array, rules: Rules) -> Masks:
    """The mask of every row; of one that is not evaluated, a single empty pixel."""
    steps: list[Callable[[BoolArray], BoolArray]] = []
    if rules.found_masks in _MENDED:
        steps.append(_MENDED[rules.found_masks])
    masks = []
    for row, (place, mask) in enumerate(zip(image.tolist(), _drawn(side, image, sizes, rules), strict=True)):
        if mask is None or place < 0:
            masks.append(_NOTHING)
            continue
        own = _of_box(side, row, mask) if rules.found_masks == "of boxes" else mask
        size = tuple(own.sizes[0].tolist())
        more = list(steps)
        if rules.mask_pixels != "as read":
            after = _new_size(size, rules.mask_pixels)
            smoothed = rules.mask_pixels.endswith("smoothed")
            more.append(partial(drawing.resized, size=after, smoothed=smoothed))
        masks.append(_after(own, more))
    return concatenate_masks(masks)


_NOTHING = encode_masks(np.zeros((1, 1), dtype=bool))


def _after(mask: Masks, steps: list[Callable[[BoolArray], BoolArray]]) -> Masks:
    if not steps:
        return mask
    dense = decode_masks(mask)[0]
    for step in steps:
        dense = step(dense)
    return encode_masks(np.ascontiguousarray(dense))


def _of_box(side: Truth | Predictions, row: int, mask: Masks) -> Masks:
    boxed = getattr(side, "boxed", True)
    box = side.boxes[row][None] if boxed else mask_to_box(mask)
    return boxes_to_masks(box, mask.sizes)


def _new_size(size: tuple[int, ...], pixels: str) -> tuple[int, int]:
    """Height and width in which masks of an image are compared.

    Examples
    --------
    >>> _new_size((480, 640), "quarter"), _new_size((480, 640), "160, smoothed")
    ((120, 160), (120, 160))
    """
    name = pixels.partition(",")[0]
    share = _SHARES.get(name) or _LONGER_SIDE / max(size)
    height, width = (max(round(side * share), 1) for side in size)
    return height, width


def _in_new_sizes(
    case: Case, truth: Truth, predictions: Predictions, sizes: Int64Array, rules: Rules
) -> tuple[Truth, Predictions]:
    """Images, areas and boxes in the size of the masks."""
    own = truth.images.sizes
    resized = [_new_size((height, width), rules.mask_pixels)[::-1] if width and height else (0, 0)
               for width, height in own.tolist()]  # fmt: skip
    images = replace(truth.images, sizes=np.array(resized, dtype=np.int64).reshape(own.shape))
    after = np.array(
        [_new_size((h, w), rules.mask_pixels) if h and w else (1, 1) for h, w in sizes.tolist()]
    ).reshape(sizes.shape)
    shares = np.ones((len(sizes) + 1, 2))  # by width, by height; the last row for what is not evaluated
    shares[:-1] = (after / np.maximum(sizes, 1))[:, ::-1]
    of_truths, of_found = (
        shares[place] for place in (case.alignment.true_image, case.alignment.predicted_image)
    )
    truth = replace(
        truth,
        images=images,
        area=truth.area * of_truths.prod(axis=1),
        boxes=truth.boxes * np.tile(of_truths, 2),
    )
    return truth, replace(predictions, boxes=predictions.boxes * np.tile(of_found, 2))


def _drawn(side: Truth | Predictions, image: Any, sizes: Int64Array, rules: Rules) -> Iterator[Masks | None]:
    """The mask of each row as it was read, polygons drawn by the rules; None of what is not evaluated."""
    held = side.segmentations
    assert held is not None
    for row, (kind, place) in enumerate(zip(held.kinds.tolist(), image.tolist(), strict=True)):
        if place < 0:
            yield None
            continue
        size = sizes[place]
        if kind == SegmentationKind.TEXT:
            text = held.text[held.text_offsets[row] : held.text_offsets[row + 1]].tobytes()
            yield masks_from_compressed([text], held.sizes[row][None], name=side.source.name, rows=[row])
        elif kind == SegmentationKind.COUNTS:
            runs = _part(held, int(held.row_offsets[row])).astype(np.int64)
            yield masks_from_counts([runs], held.sizes[row][None], name=side.source.name, rows=[row])
        elif kind == SegmentationKind.POLYGONS:
            parts = [_part(held, part) for part in range(held.row_offsets[row], held.row_offsets[row + 1])]
            yield _of_polygons(parts, size, rules)
        else:
            yield boxes_to_masks(side.boxes[row][None], size[None])


def _part(held: Segmentations, part: int) -> FloatArray:
    return held.numbers[held.part_offsets[part] : held.part_offsets[part + 1]]


def _of_polygons(parts: list[FloatArray], size: Int64Array, rules: Rules) -> Masks:
    if rules.polygons == "first alone":
        parts = parts[:1]
    elif rules.polygons == "largest alone":
        parts = [max(parts, key=_enclosed)]
    draw = _DRAWN.get(rules.polygons)
    if draw is not None:
        height, width = size.tolist()
        return encode_masks(draw([part.reshape(-1, 2) for part in parts], (height, width)))
    offsets = np.cumsum([0, *map(len, parts)])
    return rasterize_polygons(np.concatenate(parts), offsets, [0, len(parts)], size[None]).masks


def _enclosed(part: FloatArray) -> float:
    x, y = part.reshape(-1, 2).T
    return abs(float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)))


def _as_segmentations(masks: Masks) -> Segmentations:
    texts = masks_to_compressed(masks)
    return Segmentations(
        kinds=np.full(len(masks), SegmentationKind.TEXT, dtype=np.uint8),
        sizes=masks.sizes.astype(np.int64),
        text=np.frombuffer(b"".join(texts), dtype=np.uint8),
        text_offsets=np.cumsum([0, *map(len, texts)], dtype=np.int64),
        numbers=np.empty(0),
        part_offsets=np.zeros(1, dtype=np.int64),
        row_offsets=np.zeros(len(masks) + 1, dtype=np.int64),
    )
