"""Tightness-aware IoU of text detection: what is cut off a word, and what a box takes of other words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from truebox.boxes import BoxFormat, convert_boxes, validate_boxes
from truebox.boxes.box_array import as_box_array
from truebox.boxes.box_format import as_box_format
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.typing import BoolArray, FloatArray

__all__ = ["TightnessIoU", "pairwise_tiou"]


class TightnessIoU(NamedTuple):
    """The two tightness-aware IoUs of every truth with every detection.

    Parameters
    ----------
    recall : float64 array [N, M]
        IoU times the share of the truth that the detection covers.
    precision : float64 array [N, M]
        IoU times the share of the detection that lies on no other truth.

    Examples
    --------
    >>> from truebox.overlap import pairwise_tiou
    >>> half = pairwise_tiou([(0, 0, 10, 4)], [(0, 0, 5, 4)])  # half a word
    >>> half.recall.tolist(), half.precision.tolist()
    ([[0.25]], [[0.5]])
    """

    recall: FloatArray
    precision: FloatArray


def pairwise_tiou(
    truths: Any, detections: Any, *, box_format: BoxFormatLike = "xyxy", forgiven: float = 0.01
) -> TightnessIoU:
    """Tightness-aware IoU (TIoU) of the words of one image with the detections in it, for upright boxes.

    For recall, IoU is multiplied by ``1 - c``, where c is the share of the truth left outside the detection.
    For precision by ``1 - o``, where o is the share of the detection that lies on other truths, and not on
    this one too. Places where several others overlap count once.

    Parameters
    ----------
    truths : array-like [N, 4]
        All words of the image, also those that are not to be scored: the kit counts them as others too.
    detections : array-like [M, 4]
        NumPy arrays or lists, as in `truebox.pairwise_iou`.
    box_format : BoxFormat or str
        What the four numbers mean, on both sides.
    forgiven : float
        From 0 to 1. Shares c and o up to this count as 0: 0.01 in the authors' code, 0 in the paper.

    Returns
    -------
    TightnessIoU
        Values in [0, IoU]; 0 for boxes without area. Shares are not symmetric: truths come first.

    Raises
    ------
    ArgumentError, InputError
        As `truebox.pairwise_iou`, and for a share that is none.

    References
    ----------
    Liu et al., "Tightness-aware Evaluation Protocol for Scene Text Detection", CVPR 2019, arXiv:1904.00813;
    ``script.py`` of its repository. That one also takes quadrilaterals, which are not supported here.

    Examples
    --------
    >>> from truebox.overlap import pairwise_tiou
    >>> words = [(0, 0, 40, 10), (50, 0, 90, 10)]
    >>> found = pairwise_tiou(words, [(0, 0, 80, 10)])  # the whole first word, and 30 of the second's 40
    >>> found.recall.round(4).tolist()  # IoU 1/2 times all; IoU 1/3 times 3/4
    [[0.5], [0.25]]
    >>> found.precision.round(4).tolist()  # 30 of 80 are the second word; 40 of 80 the first
    [[0.3125], [0.1667]]
    """
    if not 0 <= forgiven <= 1:
        raise ArgumentError(f"forgiven is {forgiven!r}; expected a share from 0 to 1")
    words = _corners(truths, box_format, "truths")
    boxes = _corners(detections, box_format, "detections")
    iou = _iou(words, boxes)
    cut, foreign = _cut(words, boxes), _foreign(words, boxes, iou > 0)
    return TightnessIoU(iou * _kept(cut, forgiven), iou * _kept(foreign, forgiven))


def _corners(boxes: Any, box_format: BoxFormatLike, name: str) -> FloatArray:
    """Corners [N, 4] of boxes that were checked."""
    layout = as_box_format(box_format)
    array = np.asarray(as_box_array(boxes, layout, name), np.float64)
    if array.ndim > 2:  # words of several images would be each other's others
        raise ArgumentError(f"{name} has shape {array.shape}; expected [N, 4], the boxes of one image")
    array = array.reshape(-1, 4)
    validate_boxes(array, box_format=layout, name=name)
    return np.asarray(convert_boxes(array, layout.absolute, BoxFormat.XYXY)).reshape(-1, 4)


def _shared(words: FloatArray, boxes: FloatArray) -> FloatArray:
    low = np.maximum(words[:, None, :2], boxes[:, :2])
    found: FloatArray = np.maximum(np.minimum(words[:, None, 2:], boxes[:, 2:]) - low, 0).prod(axis=2)
    return found


def _area(boxes: FloatArray) -> FloatArray:
    found: FloatArray = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    return found


def _iou(words: FloatArray, boxes: FloatArray) -> FloatArray:
    shared = _shared(words, boxes)
    union = _area(words)[:, None] + _area(boxes) - shared
    return np.divide(shared, union, out=np.zeros(shared.shape), where=union > 0)


def _kept(lost: FloatArray, forgiven: float) -> FloatArray:
    return np.where(lost <= forgiven, 1.0, 1 - lost)


def _cut(words: FloatArray, boxes: FloatArray) -> FloatArray:
    """The share of each word outside each box: [N, M]."""
    shared, area = _shared(words, boxes), _area(words)[:, None]
    return np.divide(area - shared, area, out=np.ones(shared.shape), where=area > 0)


def _foreign(words: FloatArray, boxes: FloatArray, meets: BoolArray) -> FloatArray:
    """The share of each box that lies on other words than this and not on this: [N, M]."""
    shares = np.zeros(meets.shape)
    for column, box in enumerate(boxes):
        rows = np.flatnonzero(meets[:, column])
        if len(rows) < 2:  # one word alone has no other
            continue
        low, high = np.maximum(words[rows, :2], box[:2]), np.minimum(words[rows, 2:], box[2:])
        x, y = (np.unique(np.concatenate([low[:, axis], high[:, axis]])) for axis in (0, 1))
        cells = np.diff(y)[:, None] * np.diff(x)
        across = (low[:, :1] <= x[:-1]) & (x[:-1] < high[:, :1])
        down = (low[:, 1:] <= y[:-1]) & (y[:-1] < high[:, 1:])
        on = down[:, :, None] & across[:, None, :]
        covered = on.any(axis=0)
        area = (box[2] - box[0]) * (box[3] - box[1])
        shares[rows, column] = [(cells * (covered & ~own)).sum() / area for own in on]
    return shares
