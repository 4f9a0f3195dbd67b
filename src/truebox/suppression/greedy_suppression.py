"""Greedy non-maximum suppression: keep the best box, drop what overlaps it too much, go on with the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox._native import suppression as native
from truebox._typed import overlap_rows, suppressed_rows
from truebox.suppression.arguments import (
    as_box_rows,
    as_fraction,
    as_labels,
    as_most,
    as_overlap_matrix,
    as_score_limit,
    as_scores,
)
from truebox.suppression.cuda import kept_on_cuda
from truebox.suppression.libraries import as_numpy

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.typing import Pixels

__all__ = ["diou_nms", "nms", "nms_from_overlap"]


@suppressed_rows
def nms(
    boxes: Any,
    scores: Any,
    *,
    labels: Any = None,
    iou_threshold: float = 0.5,
    score_threshold: float | None = None,
    max_detections: int | None = None,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    threads: int | None = None,
) -> Any:
    """Rows of the boxes that survive greedy non-maximum suppression, highest score first.

    Boxes are visited by falling score, equal scores in the order given. A box is dropped when its IoU
    with an already kept one is greater than `iou_threshold`. The rows are those of
    ``torchvision.ops.nms``, bit by bit in the IoU, and of one such call for each label when `labels` is
    given: no coordinates are shifted to keep classes apart, so large images lose no precision.

    Parameters
    ----------
    boxes : array-like [N, 4]
        float32 (and float16) is computed in float32, everything else in float64. Of NumPy, PyTorch, JAX,
        TensorFlow, CuPy, or lists. Tensors of PyTorch on a CUDA device are looked at there where Triton is
        installed; others on a device are fetched.
    scores : array-like [N]
        Finite; any range, logits too.
    labels : array-like of int [N], optional
        Only boxes with equal labels suppress each other.
    iou_threshold : float
        From 0 to 1. A box without area has IoU 0 with everything and always stays.
    score_threshold : float, optional
        Boxes with a lower score are left out first.
    max_detections : int, optional
        At most this many rows, over all labels.
    box_format : BoxFormat or str
        What the four numbers mean. Relative ones stay fractions of the image, which changes no IoU.
    pixels : {"continuous", "inclusive"}
        With ``inclusive``, far corners are pixels of the box, and an extent counts one more.
    threads : int, optional
        Used for labels side by side when there are many boxes; None takes the processors there are.

    Returns
    -------
    int64 array [K]
        Tensors are answered by a tensor of their library, PyTorch's on the device of the boxes; JAX has
        int32 unless its 64 bits are switched on.

    Raises
    ------
    InputError
        For the first box that is not finite (E-190) or turned around (E-191, E-192).
    ArgumentError
        For scores that are not finite (the row is named), arguments whose shapes do not fit, unknown
        formats, thresholds out of range; for tensors of two libraries or devices, and for traced ones (in
        ``jit``, ``vmap``, ``tf.function``), whose numbers cannot be read.

    See Also
    --------
    nms_from_overlap : the same for masks, rotated boxes, or any other overlap.

    References
    ----------
    The greedy rule and its strict ``>`` are those of ``torchvision.ops.nms``; labels work as in
    ``torchvision.ops.batched_nms``.

    Examples
    --------
    >>> from truebox.suppression import nms
    >>> boxes = [(0, 0, 10, 10), (1, 0, 11, 10), (20, 20, 30, 30)]
    >>> nms(boxes, [0.9, 0.8, 0.7])
    array([0, 2])
    >>> nms(boxes, [0.9, 0.8, 0.7], labels=[1, 2, 1])
    array([0, 1, 2])
    >>> nms(boxes, [0.9, 0.8, 0.7], iou_threshold=0.9, max_detections=2)
    array([0, 1])
    """
    return _nms(
        boxes,
        scores,
        labels,
        iou_threshold,
        score_threshold,
        max_detections,
        box_format,
        pixels,
        threads,
    )


@suppressed_rows
def diou_nms(
    boxes: Any,
    scores: Any,
    *,
    labels: Any = None,
    diou_threshold: float = 0.5,
    score_threshold: float | None = None,
    max_detections: int | None = None,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    threads: int | None = None,
) -> Any:
    """`nms` by DIoU: of two boxes with the same IoU, the one whose centre lies farther away is spared.

    DIoU is IoU minus the squared distance of the centres over the squared diagonal of the smallest box
    around both. A box is dropped when its DIoU with a kept one is greater than `diou_threshold`.
    Distances in relative formats are distances in fractions of the image.

    Parameters
    ----------
    boxes, scores, labels, score_threshold, max_detections, box_format, pixels, threads
        As for `nms`.
    diou_threshold : float
        From 0 to 1.

    Returns
    -------
    int64 array [K]
        Rows kept, highest score first; a tensor of tensors, as of `nms`.

    Raises
    ------
    ArgumentError, InputError
        As `nms`.

    References
    ----------
    Zheng et al., "Distance-IoU Loss: Faster and Better Learning", AAAI 2020, arXiv:1911.08287.

    Examples
    --------
    >>> from truebox.suppression import diou_nms, nms
    >>> boxes, scores = [(0, 0, 10, 10), (0, 3, 10, 13)], [0.9, 0.8]  # IoU 0.538, DIoU 0.505
    >>> nms(boxes, scores, iou_threshold=0.52)
    array([0])
    >>> diou_nms(boxes, scores, diou_threshold=0.52)
    array([0, 1])
    """
    return _diou_nms(
        boxes,
        scores,
        labels,
        diou_threshold,
        score_threshold,
        max_detections,
        box_format,
        pixels,
        threads,
    )


@overlap_rows
@refuses_other_kinds
def nms_from_overlap(
    overlap: Any,
    scores: Any,
    *,
    labels: Any = None,
    threshold: float = 0.5,
    score_threshold: float | None = None,
    max_detections: int | None = None,
) -> Any:
    """`nms` on overlaps that somebody computed: of masks, rotated boxes, polygons, keypoints.

    Parameters
    ----------
    overlap : array-like [N, N]
        ``overlap[i, j]`` from 0 to 1. When row i is kept, every j with ``overlap[i, j] > threshold`` is
        dropped. The matrix need not be symmetric: with intersection over the area of the *second* object,
        parts inside a kept object go.
    scores : array-like [N]
        Finite.
    labels : array-like of int [N], optional
        Only rows with equal labels suppress each other.
    threshold : float
        From 0 to 1.
    score_threshold, max_detections
        As for `nms`.

    Returns
    -------
    int64 array [K]
        Rows kept, highest score first; a tensor of tensors, as of `nms`.

    Raises
    ------
    ArgumentError
        For a matrix that is not square or holds anything but overlaps from 0 to 1 (the place is named).

    Examples
    --------
    >>> from truebox.suppression import nms_from_overlap
    >>> nms_from_overlap([[1, 0.6, 0], [0.6, 1, 0.7], [0, 0.7, 1]], [0.9, 0.8, 0.7])
    array([0, 2])

    Rotated boxes; for polygons take `truebox.overlap.pairwise_polygon_iou` instead:

    >>> from truebox.overlap import pairwise_rotated_iou
    >>> boxes = [[50, 50, 40, 10, 30], [51, 50, 40, 10, 32], [50, 50, 40, 10, 120]]
    >>> overlap = pairwise_rotated_iou(boxes, boxes, unit="degrees", direction="clockwise")
    >>> nms_from_overlap(overlap, [0.9, 0.8, 0.7])
    array([0, 2])
    """
    overlap, scores, labels, home = as_numpy(overlap, scores, labels, "overlap")
    matrix = as_overlap_matrix(overlap)
    kept = native.nms_from_overlap(
        matrix,
        as_scores(scores, len(matrix)),
        as_labels(labels, len(matrix)),
        as_fraction(threshold, "threshold"),
        as_score_limit(score_threshold),
        as_most(max_detections),
    )
    return kept if home is None else home.integers(kept)


@refuses_other_kinds
def _nms_of_anything(  # noqa: PLR0917  in the order of the native function, which calls it
    boxes: Any,
    scores: Any,
    labels: Any = None,
    iou_threshold: float = 0.5,
    score_threshold: float | None = None,
    max_detections: int | None = None,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    threads: int | None = None,
) -> Any:
    return _kept(
        boxes,
        scores,
        labels,
        by_distance=False,
        threshold=iou_threshold,
        name="iou_threshold",
        score_threshold=score_threshold,
        max_detections=max_detections,
        box_format=box_format,
        pixels=pixels,
        threads=threads,
    )


@refuses_other_kinds
def _diou_nms_of_anything(  # noqa: PLR0917  in the order of the native function, which calls it
    boxes: Any,
    scores: Any,
    labels: Any = None,
    diou_threshold: float = 0.5,
    score_threshold: float | None = None,
    max_detections: int | None = None,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    threads: int | None = None,
) -> Any:
    return _kept(
        boxes,
        scores,
        labels,
        by_distance=True,
        threshold=diou_threshold,
        name="diou_threshold",
        score_threshold=score_threshold,
        max_detections=max_detections,
        box_format=box_format,
        pixels=pixels,
        threads=threads,
    )


# Native for NumPy arrays; what these do not take they pass on.
_nms: Callable[..., Any] = native.kernel("nms", _nms_of_anything)
_diou_nms: Callable[..., Any] = native.kernel("diou_nms", _diou_nms_of_anything)


def _kept(
    boxes: Any,
    scores: Any,
    labels: Any,
    *,
    by_distance: bool,
    threshold: float,
    name: str,
    score_threshold: float | None,
    max_detections: int | None,
    box_format: BoxFormatLike,
    pixels: Pixels,
    threads: int | None,
) -> Any:
    """`nms` or `diou_nms`: where the boxes are, if kernels take them there, else by the processor."""
    on_device = kept_on_cuda(
        boxes,
        scores,
        labels,
        by_distance=by_distance,
        threshold=threshold,
        name=name,
        score_threshold=score_threshold,
        max_detections=max_detections,
        box_format=box_format,
        pixels=pixels,
    )
    if on_device is not None:
        return on_device
    boxes, scores, labels, home = as_numpy(boxes, scores, labels)
    rows = as_box_rows(boxes, box_format=box_format, pixels=pixels)
    kept = native.nms(
        rows,
        as_scores(scores, len(rows)),
        as_labels(labels, len(rows)),
        by_distance,
        as_fraction(threshold, name),
        as_score_limit(score_threshold),
        as_most(max_detections),
        threads or 0,
    )
    return kept if home is None else home.integers(kept)
