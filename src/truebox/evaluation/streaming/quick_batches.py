"""A batch of boxes out of tensors or arrays at once, instead of image by image.

Whatever is unusual is left to the general reader, which words its refusals: `quick_pair` then answers None.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.columns.box_reading import as_xywh
from truebox.records import Categories, Ids, Images, Predictions, Source, Strings, Truth

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["quick_pair"]

_TRUE = Source("<truth>", "arrays", "arrays per image", boxes="xyxy")
_FOUND = Source("<predictions>", "arrays", "arrays per image", boxes="xyxy")
_LARGEST = 1e99
"""Coordinates beyond it are left to the general reader, which knows the bound."""

_NO_BOXES = np.empty((0, 4))
_OF_TRUTH = {"boxes", "labels", "iscrowd", "area", "image_id"}
_OF_PREDICTIONS = {"boxes", "labels", "scores", "image_id"}


def quick_pair(
    truth: Sequence[Mapping[str, Any]],
    predictions: Sequence[Mapping[str, Any]],
    categories: Categories,
    box_format: str,
) -> tuple[Truth, Predictions] | None:
    """Both sides with the places in the batch as image ids, or None where they need the general reader."""
    if categories.ids.are_strings:
        return None
    for entries, known in ((truth, _OF_TRUTH), (predictions, _OF_PREDICTIONS)):
        if not all(type(entry) is dict and known.issuperset(entry) for entry in entries):
            return None
    try:
        return _pair(truth, predictions, categories, box_format)
    except (KeyError, TypeError, ValueError, RuntimeError, AttributeError, IndexError):
        return None


def _pair(
    truth: Sequence[Mapping[str, Any]],
    predictions: Sequence[Mapping[str, Any]],
    categories: Categories,
    box_format: str,
) -> tuple[Truth, Predictions] | None:
    true_counts, counts = (_counts(entries, "boxes") for entries in (truth, predictions))
    true_boxes, boxes = _boxes(truth, true_counts, box_format), _boxes(predictions, counts, box_format)
    true_labels, labels = _labels(truth, true_counts), _labels(predictions, counts)
    scores = _column(predictions, counts, "scores", "f")
    area = _optional(truth, true_counts, "area", "fiu")
    crowd = _optional(truth, true_counts, "iscrowd", "iub")
    if true_boxes is None or boxes is None or true_labels is None or labels is None or scores is None:
        return None
    if area is False or crowd is False:
        return None
    images, total = len(truth), len(true_boxes)
    sides = np.arange(images)
    flags = np.zeros(total, dtype=np.uint8)
    if crowd is not None:
        if not ((crowd == 0) | (crowd == 1)).all():
            return None
        flags = crowd.astype(np.uint8)
    if area is None:
        area = true_boxes[:, 2] * true_boxes[:, 3]
    elif not (np.isfinite(area) & (area >= 0)).all():
        return None
    if not np.isfinite(scores).all():
        return None
    true = Truth(
        source=_TRUE,
        images=Images(
            ids=Ids(sides),
            sizes=np.zeros((images, 2), dtype=np.int64),
            file_names=Strings(b"", np.zeros(images + 1, dtype=np.int64)),
        ),
        categories=categories,
        image=Ids(np.repeat(sides, true_counts)),
        category=Ids(true_labels),
        ids=Ids(np.arange(1, total + 1)),
        boxes=true_boxes,
        area=area.astype(np.float64),
        crowd=flags,
        ignore=np.zeros(total, dtype=np.uint8),
    )
    found = Predictions(
        source=_FOUND, image=Ids(np.repeat(sides, counts)), category=Ids(labels), boxes=boxes, scores=scores
    )
    return true, found


def _counts(entries: Sequence[Mapping[str, Any]], key: str) -> list[int]:
    return [entry[key].shape[0] for entry in entries]


def _joined(entries: Sequence[Mapping[str, Any]], counts: Sequence[int], key: str) -> AnyArray | None:
    """One column of all images that hold something; None where their counts are not those of the boxes."""
    values = [entry[key] for entry in entries]
    if [value.shape[0] for value in values] != counts:
        return None
    values = [value for value, count in zip(values, counts, strict=True) if count]
    if not values:
        return np.empty(0)
    if type(values[0]) is np.ndarray:
        if not all(type(value) is np.ndarray for value in values):
            return None
        return np.concatenate(values)
    torch = sys.modules.get("torch")
    if torch is None or not all(isinstance(value, torch.Tensor) for value in values):
        return None
    joined = torch.cat(values).detach()
    if joined.is_floating_point():  # NumPy has no bfloat16; float64 holds every other float exactly
        joined = joined.cpu().double()
    array: AnyArray = joined.cpu().numpy()
    return array


def _boxes(entries: Sequence[Mapping[str, Any]], counts: Sequence[int], layout: str) -> FloatArray | None:
    raw = _joined(entries, counts, "boxes")
    if raw is None or raw.dtype.kind not in "fiu":
        return None
    if raw.size == 0:
        return _NO_BOXES
    if raw.ndim != 2 or raw.shape[1] != 4:
        return None
    raw = raw.astype(np.float64, copy=False)
    if not np.abs(raw).max() <= _LARGEST:
        return None
    boxes = as_xywh(raw, layout)
    return np.ascontiguousarray(boxes) if boxes[:, 2:].min() >= 0 else None


def _column(
    entries: Sequence[Mapping[str, Any]], counts: Sequence[int], key: str, kinds: str
) -> FloatArray | None:
    joined = _joined(entries, counts, key)
    if joined is None or joined.ndim != 1 or (joined.size and joined.dtype.kind not in kinds):
        return None
    return joined.astype(np.float64, copy=False)


def _labels(entries: Sequence[Mapping[str, Any]], counts: Sequence[int]) -> Int64Array | None:
    joined = _joined(entries, counts, "labels")
    if joined is None or joined.ndim != 1 or (joined.size and joined.dtype.kind not in "iu"):
        return None
    return joined.astype(np.int64, copy=False)


def _optional(
    entries: Sequence[Mapping[str, Any]], counts: Sequence[int], key: str, kinds: str
) -> FloatArray | Any:
    """The column, None where no image has it, False where it needs the general reader."""
    holding = sum(key in entry for entry in entries)
    if holding == 0:
        return None
    column = _column(entries, counts, key, kinds) if holding == len(entries) else None
    return False if column is None else column
