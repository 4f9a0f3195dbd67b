"""Object keypoint similarity (OKS) of every predicted and every true set of keypoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._named import NamedTuple
from truebox._native import keypoints as native
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.typing import ByteArray, FloatArray

__all__ = ["COCO_SIGMAS", "pairwise_oks"]

# Per point of a person: nose, eyes, ears, shoulders, elbows, wrists, hips, knees, ankles. Divided here,
# not written out: five of the seventeen quotients are not the nearest double to the decimal.
COCO_SIGMAS = tuple(
    tenths / 10.0
    for tenths in (
        0.26,
        0.25,
        0.25,
        0.35,
        0.35,
        0.79,
        0.79,
        0.72,
        0.72,
        0.62,
        0.62,
        1.07,
        1.07,
        0.87,
        0.87,
        0.89,
        0.89,
    )
)

_COCO_SPREAD = np.array(COCO_SIGMAS)

# Exponents of one step, so that memory stays near 16 MB whatever N and M are.
_STEP = 2**21


@refuses_other_kinds
def pairwise_oks(
    predictions: Any, truths: Any, *, area: Any, boxes: Any = None, sigmas: Any = None
) -> FloatArray:
    """Object keypoint similarity of every prediction with every truth.

    The mean over a truth's visible points of ``exp(-d² / (2 (2σ)² area))``. A truth without a visible
    point is measured by its box instead: ``d`` is then the distance by which a predicted point lies
    outside the box made three times as large.

    Parameters
    ----------
    predictions : array [N, K, 2 or 3] or [N, 3 K]
        ``x, y`` and anything, usually a confidence, in pixels.
    truths : array [M, K, 3] or [M, 3 K]
        ``x, y, visibility``; a visibility above 0 counts.
    area : array [M]
        Of the truths, in pixels: in COCO the area of the mask.
    boxes : array [M, 4], optional
        ``x, y, width, height`` of the truths; needed where a truth has no visible point.
    sigmas : array [K] or [M, K], optional
        How far annotators differ, per point, or per point of each truth's category. COCO's seventeen
        of a person by default.

    Returns
    -------
    float64 array [N, M]
        In [0, 1]. Equal to ``COCOeval.computeOks`` of pycocotools bit by bit.

    Raises
    ------
    InputError
        ``E-170`` for coordinates, areas or boxes that are not finite, and for a negative area.
    ArgumentError
        Arrays whose shapes do not fit, or `boxes` missing where it is needed.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.overlap.oks import pairwise_oks
    >>> truth = [[[10, 10, 2], [20, 20, 0]]]
    >>> pairwise_oks([[[10, 10], [0, 0]], [[13, 14], [0, 0]]], truth, area=[100], sigmas=[0.25, 0.25])
    array([[1.        ],
           [0.60653066]])
    """
    known = _COCO_SPREAD if sigmas is None else sigmas
    powers = native.exponents_of_rows(predictions, truths, area, boxes, known, _STEP)
    if powers is not None:
        np.exp(powers, out=powers)
        return native.means_of_rows(powers, predictions, truths, area, boxes, known)
    spread = _as_floats("sigmas", known)
    points = spread.shape[-1] if spread.ndim else 0
    seen = _points("predictions", predictions, points, (2, 3))
    true = _points("truths", truths, points, (3,))
    count = len(true)
    if (
        spread.shape not in {(points,), (count, points)}
        or not (spread > 0).all()
        or not np.isfinite(spread).all()
    ):
        raise ArgumentError(
            f"sigmas: expected positive numbers [K] or [{count}, K], got {list(spread.shape)}"
        )
    columns = _Truths(
        np.ascontiguousarray(true[..., 0]),
        np.ascontiguousarray(true[..., 1]),
        (true[..., 2] > 0).view(np.uint8),
        np.ascontiguousarray(np.broadcast_to((spread * 2) ** 2, (count, points))),
        _areas(area, count),
        _boxes(boxes, true[..., 2] > 0),
    )
    predicted_x, predicted_y = np.ascontiguousarray(seen[..., 0]), np.ascontiguousarray(seen[..., 1])
    out = np.empty((len(seen), count))
    if out.size == 0:
        return out
    step = max(1, _STEP // max(1, len(seen) * points))
    for begin in range(0, count, step):
        part = columns.rows(slice(begin, begin + step))
        exponents = native.exponents(predicted_x, predicted_y, *part)
        np.exp(exponents, out=exponents)
        native.means(exponents, *part, out[:, begin : begin + step])
    return out


class _Truths(NamedTuple):
    """What the kernels take of the truths: [M, K] four times, [M], and [M, 4]."""

    x: FloatArray
    y: FloatArray
    visible: ByteArray
    variance: FloatArray
    area: FloatArray
    box: FloatArray

    def rows(self, rows: slice) -> _Truths:
        return _Truths(
            self.x[rows],
            self.y[rows],
            self.visible[rows],
            self.variance[rows],
            self.area[rows],
            self.box[rows],
        )


def _areas(area: Any, count: int) -> FloatArray:
    numbers = _numbers("area", area, (count,))
    if (numbers < 0).any():
        _refuse("area", int(np.argmax(numbers < 0)), "a negative area", "write the area in pixels")
    guarded: FloatArray = numbers + np.spacing(1)  # the reference's guard against an area of 0
    return guarded


def _points(name: str, values: Any, points: int, widths: tuple[int, ...]) -> FloatArray:
    array = np.asarray(values)
    if array.size == 0:
        return (
            np.empty((len(array), points, widths[-1]))
            if len(array) == 0
            else _wrong_shape(name, array, points)
        )
    if array.ndim == 2 and array.shape[1] == 3 * points:
        array = array.reshape(len(array), points, 3)
    if (
        array.ndim != 3
        or array.shape[1] != points
        or array.shape[2] not in widths
        or array.dtype.kind not in "iuf"
    ):
        _wrong_shape(name, array, points)
    numbers = array.astype(np.float64)
    finite = np.isfinite(numbers[..., :2]).all(axis=(1, 2))
    if not finite.all():
        _refuse(
            name,
            int(np.argmin(finite)),
            "a coordinate is NaN or infinite",
            "remove the row or mend the point",
        )
    return numbers


def _wrong_shape(name: str, array: Any, points: int) -> FloatArray:
    raise ArgumentError(
        f"{name}: expected numbers [N, {points}, 3] for {points} sigmas, "
        f"got {array.dtype} {list(array.shape)}"
    )


def _as_floats(name: str, values: Any) -> FloatArray:
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "biuf":
        raise ArgumentError(f"{name}: expected numbers, got {array.dtype} {list(array.shape)}")
    floats: FloatArray = array.astype(np.float64, copy=False)
    return floats


def _numbers(name: str, values: Any, shape: tuple[int, ...]) -> FloatArray:
    array = _as_floats(name, values)
    if array.shape != shape and not (array.size == 0 and 0 in shape):
        raise ArgumentError(
            f"{name}: expected an array {list(shape)}, one row per truth, got {list(array.shape)}"
        )
    array = np.ascontiguousarray(array.reshape(shape), dtype=np.float64)
    finite = np.isfinite(array).all(axis=tuple(range(1, array.ndim)))
    if not finite.all():
        _refuse(name, int(np.argmin(finite)), "NaN or infinite", "write a finite number")
    return array


def _boxes(boxes: Any, visible: Any) -> FloatArray:
    count = len(visible)
    if boxes is not None:
        return _numbers("boxes", boxes, (count, 4))
    unseen = ~visible.any(axis=1)
    if unseen.any():
        raise ArgumentError(f"boxes: needed, because truths[{int(np.argmax(unseen))}] has no visible point")
    return np.zeros((count, 4))


def _refuse(name: str, row: int, problem: str, fix: str) -> None:
    raise InputError("E-170", f"{name}[{row}]", problem, fix, row=row)
