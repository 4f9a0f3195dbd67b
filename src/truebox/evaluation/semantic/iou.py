"""Semantic segmentation: how well label maps overlap, class by class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import InputError
from truebox.evaluation.semantic.confusion import LabelConfusion, class_names, label_confusion

__all__ = ["semantic_iou"]

_NO_MAP = object()


@refuses_other_kinds
def semantic_iou(
    truth_maps: Any,
    predicted_maps: Any,
    *,
    classes: int | Sequence[str],
    ignore_label: int | None = None,
    threads: int | None = None,
) -> LabelConfusion:
    """Intersection over union of label maps, per class and as a mean, by counting pixels.

    All pixels of all maps are counted into one matrix; a class has
    ``TP / (TP + FP + FN)`` of its pixels, and classes that neither truth nor predictions hold have
    no part in the mean. The mean equals ``MeanIoU`` of TensorFlow (Keras 2) in float64; that of
    Keras 3 differs from the seventh digit on, as it computes in float32 and adds 1e-7 to denominators.

    Parameters
    ----------
    truth_maps, predicted_maps : integer array, or iterable of them
        An array is one map (of any shape, a stack too); an iterable is read map by map, so that a
        generator needs the memory of one. The two maps of an image have one shape; dtypes may differ.
    classes : int or list of str
        How many labels there are (0 to C - 1), or their names.
    ignore_label : int or None
        Pixels with this true label do not count, whatever was predicted there.
    threads : int or None
        Default: the processors this process may use, at most ``TRUEBOX_NUM_THREADS``.

    Returns
    -------
    LabelConfusion
        With ``matrix``, ``iou``, ``mean_iou``; those of other images can be added.

    Raises
    ------
    ArgumentError
        An argument has a value that cannot be taken; the message names it and the fix.
    InputError
        E-178 one side has more maps than the other; E-179 a label is out of range.

    Examples
    --------
    >>> found = semantic_iou([[[0, 0, 1]], [[1, 255]]], [[[0, 1, 1]], [[1, 0]]], classes=3, ignore_label=255)
    >>> found.iou, found.mean_iou
    ((0.5, 0.6666666666666666, None), 0.5833333333333333)
    """
    names = class_names(classes)
    total = LabelConfusion(np.zeros((len(names), len(names)), dtype=np.int64), names)
    pairs = zip_longest(_maps(truth_maps), _maps(predicted_maps), fillvalue=_NO_MAP)
    for row, (truth, predicted) in enumerate(pairs):
        for name, given in (("truth_maps", truth), ("predicted_maps", predicted)):
            if given is _NO_MAP:
                problem = f"there are {row} maps, the other side has more"
                fix = "give one prediction per true map, in the same order"
                raise InputError("E-178", f"{name}[{row}]", problem, fix, row=row)
        total += label_confusion(
            truth, predicted, classes=names, ignore_label=ignore_label, threads=threads, place=f"maps[{row}]"
        )
    return total


def _maps(given: Any) -> Iterable[Any]:
    """The maps of an argument: an array is one."""
    return (given,) if hasattr(given, "__array__") else given
