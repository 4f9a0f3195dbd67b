"""Pixels per true and predicted label: the matrix that semantic measures are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox._native import pixels as _kernels
from truebox._native.threads import thread_count
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.typing import AnyArray, ByteArray, Int64Array

__all__ = ["LabelConfusion", "label_confusion"]

_MOST_CLASSES = 1 << 14  # a matrix of 2 GiB


@dataclass(frozen=True, slots=True, eq=False)
class LabelConfusion:
    """How many pixels of each true label were predicted as which; confusions add.

    Parameters
    ----------
    matrix : int64 array [C, C]
        Rows are true labels, columns predicted ones.
    names : tuple of str [C]

    Examples
    --------
    >>> half = LabelConfusion(np.array([[3, 1], [0, 0]]), ("road", "sky"))
    >>> both = half + half
    >>> both.matrix.tolist(), both.iou, both.mean_iou
    ([[6, 2], [0, 0]], (0.75, 0.0), 0.375)
    """

    matrix: Int64Array
    names: tuple[str, ...]

    def __add__(self, other: LabelConfusion) -> LabelConfusion:
        if not isinstance(other, LabelConfusion):
            return NotImplemented
        if self.names != other.names:
            raise ArgumentError(
                "confusions of different classes do not add. Fix: count all parts with the same `classes`."
            )
        return LabelConfusion(self.matrix + other.matrix, self.names)

    @property
    def iou(self) -> tuple[float | None, ...]:
        """Intersection over union per class; None for a class that neither truth nor predictions hold."""
        right = np.diagonal(self.matrix)
        union = self.matrix.sum(axis=0) + self.matrix.sum(axis=1) - right
        return tuple(
            int(inside) / int(whole) if whole else None for inside, whole in zip(right, union, strict=True)
        )

    @property
    def mean_iou(self) -> float | None:
        """Mean of the defined ones of `iou`; None when there is no pixel at all."""
        defined = [value for value in self.iou if value is not None]
        # One after the other: from Python 3.12 on, sum() gives other last bits.
        return reduce(add, defined) / len(defined) if defined else None


def class_names(classes: Any) -> tuple[str, ...]:
    """The names behind the argument `classes`: itself, or the numbers below it.

    Examples
    --------
    >>> class_names(2), class_names(["road", "sky"])
    (('0', '1'), ('road', 'sky'))
    """
    if isinstance(classes, int | np.integer) and not isinstance(classes, bool):
        names = tuple(map(str, range(min(int(classes), _MOST_CLASSES + 1))))
    elif isinstance(classes, list | tuple) and all(isinstance(name, str) for name in classes):
        names = tuple(classes)
    else:
        raise ArgumentError(
            f"classes: expected a number or a list of names, got {classes!r}. "
            "Fix: pass how many labels there are, such as 19."
        )
    if not 1 <= len(names) <= _MOST_CLASSES:
        raise ArgumentError(
            f"classes: expected 1 to {_MOST_CLASSES} classes, got {len(names) if names else classes!r}. "
            "Fix: pass how many labels there are, such as 19."
        )
    return names


def label_confusion(
    truth_map: Any,
    predicted_map: Any,
    *,
    classes: int | Sequence[str],
    ignore_label: int | None = None,
    threads: int | None = None,
    place: str = "map",
) -> LabelConfusion:
    """Count the pixels of two label maps of the same shape.

    Parameters
    ----------
    truth_map, predicted_map : integer arrays of one shape, dtypes may differ
        Labels from 0 to C - 1.
    classes : int or list of str
        How many labels there are, or their names.
    ignore_label : int or None
        Pixels with this true label do not count, whatever was predicted there.
    threads : int or None
        Default: the processors this process may use.
    place : str
        What messages call the maps.

    Raises
    ------
    ArgumentError
        Shapes differ, or a map is not of whole numbers.
    InputError
        E-179: a label outside the classes, with its place.

    Examples
    --------
    >>> label_confusion([[0, 1, 255]], [[0, 0, 1]], classes=2, ignore_label=255).matrix.tolist()
    [[1, 0], [1, 0]]
    """
    names = class_names(classes)
    if ignore_label is not None and (isinstance(ignore_label, bool) or not isinstance(ignore_label, int)):
        raise ArgumentError(f"ignore_label: {ignore_label!r} is no label. Fix: pass a whole number or None.")
    truth, predicted = _labels(truth_map, f"truth_{place}"), _labels(predicted_map, f"predicted_{place}")
    if truth.shape != predicted.shape:
        raise ArgumentError(
            f"truth_{place} has the shape {list(truth.shape)}, predicted_{place} {list(predicted.shape)}. "
            "Fix: resize the prediction to the truth, without mixing labels."
        )
    matrix = np.zeros((len(names), len(names)), dtype=np.int64)
    # A label that the dtype cannot hold is nowhere in the map.
    ignored = ignore_label if ignore_label is not None and _holds(truth, ignore_label) else None
    fault = _kernels.count_labels(
        _bytes(truth),
        _bytes(predicted),
        truth.dtype.kind == "i",
        predicted.dtype.kind == "i",
        ignored,
        matrix,
        thread_count(threads),
    )
    if fault is not None:
        in_truth, pixel = fault
        side = "truth" if in_truth else "predicted"
        _refuse(truth if in_truth else predicted, pixel, f"{side}_{place}", names)
    return LabelConfusion(matrix, names)


def _labels(given: Any, name: str) -> AnyArray:
    refuse_masked(given, name)
    array = np.asarray(given)
    if array.dtype.kind not in "iub" and array.size:
        raise ArgumentError(
            f"{name}: expected whole numbers, got dtype {array.dtype}. "
            "Fix: pass labels, not scores or colours."
        )
    return np.ascontiguousarray(array if array.dtype.kind in "iub" else array.astype(np.int64))


def _bytes(labels: AnyArray) -> ByteArray:
    little = labels.astype(labels.dtype.newbyteorder("<"), copy=False)
    return little.reshape(-1, 1).view(np.uint8)


def _holds(labels: AnyArray, value: int) -> bool:
    if labels.dtype.kind == "b":
        return value in (0, 1)
    limits = np.iinfo(labels.dtype)
    return int(limits.min) <= value <= min(int(limits.max), 2**63 - 1)


def _refuse(labels: AnyArray, pixel: int, name: str, names: tuple[str, ...]) -> None:
    at = [int(index) for index in np.unravel_index(pixel, labels.shape)]
    label, last = labels.reshape(-1)[pixel], len(names) - 1
    problem = f"label {label} is none of the {len(names)} classes (0 to {last})"
    if name.startswith("truth"):
        fix = "pass the right number of classes, or ignore_label if it marks pixels that do not count"
    else:
        fix = "pass the right number of classes, or map the prediction to the labels of the truth"
    raise InputError("E-179", f"{name}{at}", problem, fix, row=pixel)
