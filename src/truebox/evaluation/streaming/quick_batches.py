"""A batch of boxes out of tensors or arrays at once, instead of image by image.

Whatever is unusual is left to the general reader, which words its refusals: all here answer None then.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from truebox._native import evaluation
from truebox._native import packing as native
from truebox.datasets.columns.numbers.four_numbers import as_xywh
from truebox.evaluation.matching.matching import effective_ranges, effective_thresholds
from truebox.evaluation.matching.source import BOX_SOURCES
from truebox.evaluation.states.parameters import AREA_LIMIT
from truebox.evaluation.states.quirks import Quirk
from truebox.records import Categories, Ids, Images, Predictions, Source, Strings, Truth

if TYPE_CHECKING:
    from truebox.evaluation.streaming.stream_question import StreamQuestion
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["QuickBatches", "quick_pair"]

_TRUE = Source("<truth>", "arrays", "arrays per image", boxes="xyxy")
_FOUND = Source("<predictions>", "arrays", "arrays per image", boxes="xyxy")
_LARGEST = 1e99
"""Coordinates beyond it are left to the general reader, which knows the bound."""

_NO_BOXES = np.empty((0, 4))
_OF_TRUTH = {"boxes", "labels", "iscrowd", "area", "image_id"}
_OF_PREDICTIONS = {"boxes", "labels", "scores", "image_id"}

_Entries: TypeAlias = "Sequence[Mapping[str, Any]]"


class QuickBatch(NamedTuple):
    """The records of a batch, and what was noticed in it.

    Parameters
    ----------
    records : bytes
    begins : bytes
        Where each record begins: int64 [I + 1].
    lowest, highest : float
        Scores; infinite where there are none.
    on_bound, beyond_limit, ties : bool
        Whether an area lies on the bound of a range, one exceeds the reference's largest, and the order of
        equal things decided.
    """

    records: bytes
    begins: bytes
    lowest: float
    highest: float
    on_bound: bool
    beyond_limit: bool
    ties: bool


class QuickBatches:
    """Batches from arrays to records in one native call, where the protocol has no steps of its own.

    Parameters
    ----------
    box_format : str or None
    """

    def __init__(self, box_format: str | None) -> None:
        self._layout = box_format or "xyxy"
        self._question: StreamQuestion | None = None
        self._matcher: native.BoxBatches | None = None

    def match(
        self, question: StreamQuestion, truth: _Entries, predictions: _Entries, threads: int
    ) -> QuickBatch | None:
        """The records of the images, or None where they need the general reader."""
        if question is not self._question:
            self._question, self._matcher = question, _matcher(question, self._layout)
        if self._matcher is None or not truth:
            return None
        true: _Entries = list(truth)
        found: _Entries = list(predictions)
        counts: tuple[list[int], list[int]] = ([], [])
        if not isinstance(true[0].get("boxes"), np.ndarray):
            joined = _joined_tensors(true, found)
            if joined is not None:
                true, found, counts = joined
        packed = self._matcher.match(true, found, len(truth), *counts, threads)
        return None if packed is None else QuickBatch(*packed)


def _matcher(question: StreamQuestion, layout: str) -> native.BoxBatches | None:
    parameters, protocol, mended = question.parameters, question.protocol, question.mended
    ids = question.categories.ids
    plain = protocol.plain and parameters.geometry == "boxes" and layout in ("xyxy", "xywh")
    if not plain or ids.are_strings or question.frequency is not None or question.units != "pixels":
        return None
    rules = evaluation.MatchingRules(
        effective_thresholds(parameters, mended, protocol.policy),
        effective_ranges(parameters, mended),
        Quirk.AREA_CLOSED in mended,
        Quirk.TIE_ORDER in mended,
        protocol.policy.matching,
    )
    return native.BoxBatches(
        rules,
        np.ascontiguousarray(ids.values, dtype=np.int64),
        np.array([high for _, high in parameters.area_ranges.values()], dtype=np.float64),
        AREA_LIMIT,
        parameters.max_detections[-1],
        BOX_SOURCES[protocol.pixels].extent,
        parameters.class_agnostic,
        Quirk.CLASS_ORDER not in mended,
        layout == "xyxy",
    )


def _joined_tensors(truth: _Entries, predictions: _Entries) -> tuple[_Entries, _Entries, Any] | None:
    """Both sides as arrays of all images, and the rows of each; None where these are no tensors."""
    sides, counts = [], []
    try:
        for entries, known in ((truth, _OF_TRUTH), (predictions, _OF_PREDICTIONS)):
            rows = _counts(entries, "boxes")
            keys = entries[0].keys()
            if not known.issuperset(keys) or any(entry.keys() != keys for entry in entries):
                return None
            columns = {key: _joined(entries, rows, key) for key in keys if key != "image_id"}
            if any(column is None for column in columns.values()):
                return None
            sides.append([columns])
            counts.append(rows)
    except (KeyError, TypeError, ValueError, RuntimeError, AttributeError, IndexError):
        return None
    return sides[0], sides[1], counts


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
    if torch is None or not isinstance(values[0], torch.Tensor):
        return None
    joined = torch.cat(values).detach()  # TypeError where others are no tensors
    if joined.is_floating_point() and joined.dtype not in (torch.float32, torch.float64):
        joined = joined.cpu().double()  # NumPy has no bfloat16; float64 holds it exactly
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
