"""Measures of rotated boxes: shared areas, volumes, and the normal distributions that stand for boxes."""

from __future__ import annotations

from typing import Any

from numpy import ndarray

from truebox import formulas
from truebox._typed import pair_measure
from truebox.boxes.rotated.rotation import AngleUnit, TurningDirection
from truebox.overlap.pairs.number_rows import ROTATED, UPRIGHT
from truebox.overlap.row_measure import RowMeasure
from truebox.overlap.ways.gaussian import by_compiled_formula
from truebox.overlap.ways.row_kernels import by_rotated_kernel

__all__ = [
    "elementwise_gwd",
    "elementwise_kld",
    "elementwise_probiou",
    "elementwise_rotated_iou",
    "elementwise_rotated_iou_3d",
    "pairwise_gwd",
    "pairwise_kld",
    "pairwise_probiou",
    "pairwise_rotated_iou",
    "pairwise_rotated_iou_3d",
]

_ROTATED_IOU = RowMeasure(
    formula=formulas.rotated_iou, columns=ROTATED, in_memory=by_rotated_kernel, kernel="rotated_iou"
)
_ROTATED_IOU_3D = RowMeasure(
    formula=formulas.rotated_iou_3d,
    columns=UPRIGHT,
    in_memory=by_rotated_kernel,
    y_down=False,
    kernel="rotated_iou_3d",
)
_PROBIOU = RowMeasure(
    formula=formulas.probiou, columns=ROTATED, in_memory=by_compiled_formula("probiou"), kernel="probiou"
)
_GWD = RowMeasure(formula=formulas.gwd, columns=ROTATED, in_memory=by_compiled_formula("gwd"), kernel="gwd")
_KLD = RowMeasure(formula=formulas.kld, columns=ROTATED, in_memory=by_compiled_formula("kld"), kernel="kld")


@pair_measure
def pairwise_rotated_iou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Intersection over union of every rotated box of `boxes_a` with every one of `boxes_b`.

    `unit` and `direction` have no default, because no two tools agree on them:

    ================================  =========  ==================
    boxes from                        unit       direction
    ================================  =========  ==================
    detectron2, torchvision           degrees    counterclockwise
    mmcv, mmrotate (default)          radians    clockwise
    Ultralytics ``xywhr``             radians    clockwise
    OpenCV ``minAreaRect``            degrees    clockwise
    ================================  =========  ==================

    Parameters
    ----------
    boxes_a : array-like [N, 5]
        Centre x and y, width, height, angle. Of NumPy, PyTorch, JAX, TensorFlow, CuPy,
        or lists.
    boxes_b : array-like [M, 5]
        The other boxes.
    unit : "degrees" or "radians"
        What a full turn is. Any number of turns is taken; quarter turns in degrees are exact.
    direction : "clockwise", "counterclockwise", "x_to_y" or "y_to_x"
        Which way a positive angle turns as seen on an image, with y pointing down: clockwise turns the x
        axis toward the y axis. The other two words say the same by the axes: "x_to_y" is what a rotation
        matrix of the textbooks does, wherever y points.
    threads : int, optional
        At most this many; by default chosen by size. The result is the same to the last bit.

    Returns
    -------
    float64 array [N, M]
        Values in [0, 1], computed in float64 from any dtype: exactly 1 for a box with itself, 0 for boxes
        that touch, for boxes without area, and below 1e-13 of the smaller area. No boxes give shape (0, M)
        or (N, 0). Arrays of another library are answered in it, in their dtype: tensors in plain memory by
        the same kernel, those on a device or with gradients by `truebox.formulas.rotated_iou`.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    InputError
        For a number that is not finite (E-190) or a negative size (E-192); the message names argument and
        row.

    See Also
    --------
    truebox.suppression.nms_from_overlap : suppression of rotated boxes with this matrix.
    truebox.formulas.rotated_iou : the differentiable formula.

    Notes
    -----
    The shared area is a sum of one continuous function per edge, and no edge is asked whether it crosses
    another; so nearly equal, touching and parallel boxes, on which clipping algorithms are known to fail, are
    ordinary cases. The error is about 1e-16 times the longest side over the shortest, so below 1e-9 up to a
    ratio of a million (measured against 60 digits). Numbers from 1e-300 to 1e300 are taken: a call that
    needs it is scaled, and lengths then count down to 1e-150 of the largest number.

    Examples
    --------
    >>> from truebox.overlap import pairwise_rotated_iou
    >>> square = [[50, 50, 20, 20, 0]]
    >>> others = [[50, 50, 20, 20, 90], [50, 50, 20, 20, 45], [60, 50, 20, 20, 0], [70, 50, 20, 20, 0]]
    >>> pairwise_rotated_iou(square, others, unit="degrees", direction="clockwise").round(4)
    array([[1.    , 0.7071, 0.3333, 0.    ]])
    """
    pairwise = _ROTATED_IOU.pairwise_of_arrays if type(boxes_a) is ndarray else _ROTATED_IOU.pairwise
    return pairwise(boxes_a, boxes_b, unit, direction, threads)


@pair_measure
def elementwise_rotated_iou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Intersection over union of each rotated box of `boxes_a` with the one of `boxes_b` in the same row.

    Boxes, options, values and errors as of `pairwise_rotated_iou`; as many boxes on either side.

    Examples
    --------
    >>> import math
    >>> from truebox.overlap import elementwise_rotated_iou
    >>> a, b = [[0, 0, 4, 2, 0], [0, 0, 4, 2, 0]], [[0, 0, 4, 2, math.pi], [0, 0, 2, 4, math.pi / 2]]
    >>> elementwise_rotated_iou(a, b, unit="radians", direction="clockwise")
    array([1., 1.])
    """
    elementwise = _ROTATED_IOU.elementwise_of_arrays if type(boxes_a) is ndarray else _ROTATED_IOU.elementwise
    return elementwise(boxes_a, boxes_b, unit, direction, threads)


@pair_measure
def pairwise_rotated_iou_3d(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Intersection over union, by volume, of every upright box of `boxes_a` with every one of `boxes_b`.

    Parameters
    ----------
    boxes_a : array-like [N, 7]
        Centre x, y and z, length (along x before turning), width (along y), height (along z), and the angle
        around z: the order of OpenPCDet, whose angles are radians counterclockwise. A box given by the middle
        of its bottom face needs half its height added to z. Of NumPy, PyTorch, JAX, TensorFlow, CuPy, or
        lists.
    boxes_b : array-like [M, 7]
        The other boxes.
    unit : "degrees" or "radians"
        What a full turn is.
    direction : "clockwise" or "counterclockwise"
        Which way a positive angle turns as seen from above, where x points right and y up: counterclockwise
        turns the x axis toward the y axis. On an image, where y points down, that is the other way round.
    threads
        As in `pairwise_rotated_iou`.

    Returns
    -------
    float64 array [N, M]
        Values in [0, 1]: exactly 1 for a box with itself, 0 for boxes that touch or have no volume. Arrays of
        another library are answered in it, in their dtype: those in plain memory by the same kernel, those on
        a device or with gradients by `truebox.formulas.rotated_iou_3d`, which does not look at values.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_rotated_iou`.

    Examples
    --------
    >>> from truebox.overlap import pairwise_rotated_iou_3d
    >>> car = [[10, 5, 1, 4, 2, 2, 0]]
    >>> others = [[10, 5, 1, 4, 2, 2, 180], [10, 5, 2, 4, 2, 2, 0], [10, 5, 1, 2, 4, 2, 90]]
    >>> pairwise_rotated_iou_3d(car, others, unit="degrees", direction="counterclockwise").round(4)
    array([[1.    , 0.3333, 1.    ]])
    """
    measure = _ROTATED_IOU_3D
    pairwise = measure.pairwise_of_arrays if type(boxes_a) is ndarray else measure.pairwise
    return pairwise(boxes_a, boxes_b, unit, direction, threads)


@pair_measure
def elementwise_rotated_iou_3d(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Intersection over union, by volume, of each upright box of `boxes_a` with the one in the same row.

    Boxes, options, values and errors as of `pairwise_rotated_iou_3d`; as many boxes on either side.

    Examples
    --------
    >>> from truebox.overlap import elementwise_rotated_iou_3d
    >>> elementwise_rotated_iou_3d(
    ...     [[0, 0, 0, 4, 2, 2, 0.3]], [[0, 0, 1, 4, 2, 2, 0.3]], unit="radians", direction="counterclockwise"
    ... )
    array([0.33333333])
    """
    elementwise = (
        _ROTATED_IOU_3D.elementwise_of_arrays if type(boxes_a) is ndarray else _ROTATED_IOU_3D.elementwise
    )
    return elementwise(boxes_a, boxes_b, unit, direction, threads)


@pair_measure
def pairwise_probiou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """ProbIoU of every rotated box of `boxes_a` with every one of `boxes_b`.

    One minus the Hellinger distance of the normal distributions with the boxes' own covariances. It is what
    Ultralytics evaluates oriented boxes with; it is not an IoU of areas: compare it only with itself.

    In [0, 1]: exactly 1 for a box with itself, above 0 for boxes that are apart, 0 where a box has no area.
    Boxes, options and errors as in `pairwise_rotated_iou`.

    References
    ----------
    J. M. Llerena et al., "Gaussian Bounding Boxes and Probabilistic Intersection-over-Union for Object
    Detection", arXiv:2106.06072. Tools that add a small constant to denominators differ by about it.

    Examples
    --------
    >>> from truebox.overlap import pairwise_probiou
    >>> boxes = [[0, 0, 4, 2, 0], [0, 0, 4, 2, 90], [3, 0, 4, 2, 0]]
    >>> pairwise_probiou(boxes[:1], boxes, unit="degrees", direction="clockwise").round(4)
    array([[1.    , 0.5528, 0.2451]])
    """
    pairwise = _PROBIOU.pairwise_of_arrays if type(boxes_a) is ndarray else _PROBIOU.pairwise
    return pairwise(boxes_a, boxes_b, unit, direction, threads)


@pair_measure
def elementwise_probiou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """ProbIoU of each rotated box of `boxes_a` with the one of `boxes_b` in the same row.

    Boxes, options, values and errors as of `pairwise_probiou`; as many boxes on either side.

    Examples
    --------
    >>> from truebox.overlap import elementwise_probiou
    >>> elementwise_probiou([[0, 0, 4, 2, 0]], [[0, 0, 2, 4, 90]], unit="degrees", direction="clockwise")
    array([1.])
    """
    elementwise = _PROBIOU.elementwise_of_arrays if type(boxes_a) is ndarray else _PROBIOU.elementwise
    return elementwise(boxes_a, boxes_b, unit, direction, threads)


@pair_measure
def pairwise_gwd(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Wasserstein likeness of every rotated box of `boxes_a` with every one of `boxes_b`.

    ``1 / (1 + ln(1 + d²))`` with the squared distance `truebox.formulas.wasserstein_distance`; one minus it
    is the loss.

    In (0, 1]: exactly 1 for a box with itself. Depends on the unit of length.
    Boxes, options and errors as in `pairwise_rotated_iou`.

    References
    ----------
    X. Yang et al., "Rethinking Rotated Object Detection with Gaussian Wasserstein Distance Loss", ICML 2021,
    arXiv:2101.11952.

    Examples
    --------
    >>> from truebox.overlap import pairwise_gwd
    >>> boxes = [[0, 0, 4, 2, 0], [0, 0, 4, 2, 90], [3, 0, 4, 2, 0]]
    >>> pairwise_gwd(boxes[:1], boxes, unit="degrees", direction="clockwise").round(4)
    array([[1.    , 0.4765, 0.3028]])
    """
    pairwise = _GWD.pairwise_of_arrays if type(boxes_a) is ndarray else _GWD.pairwise
    return pairwise(boxes_a, boxes_b, unit, direction, threads)


@pair_measure
def elementwise_gwd(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Wasserstein likeness of each rotated box of `boxes_a` with the one of `boxes_b` in the same row.

    Boxes, options, values and errors as of `pairwise_gwd`; as many boxes on either side.

    Examples
    --------
    >>> from truebox.overlap import elementwise_gwd
    >>> elementwise_gwd([[0, 0, 4, 2, 0]], [[0, 0, 2, 4, 90]], unit="degrees", direction="clockwise")
    array([1.])
    """
    elementwise = _GWD.elementwise_of_arrays if type(boxes_a) is ndarray else _GWD.elementwise
    return elementwise(boxes_a, boxes_b, unit, direction, threads)


@pair_measure
def pairwise_kld(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Kullback-Leibler likeness of every rotated box of `boxes_a` with every one of `boxes_b`.

    ``1 / (1 + ln(1 + D))`` with the divergence `truebox.formulas.kullback_leibler` of the first from the
    second; one minus it is the loss. Not symmetric.

    In [0, 1]: 1 for a box with itself, 0 where a box has no area.
    Boxes, options and errors as in `pairwise_rotated_iou`.

    References
    ----------
    X. Yang et al., "Learning High-Precision Bounding Box for Rotated Object Detection via Kullback-Leibler
    Divergence", NeurIPS 2021, arXiv:2106.01883.

    Examples
    --------
    >>> from truebox.overlap import pairwise_kld
    >>> boxes = [[0, 0, 4, 2, 0], [0, 0, 4, 2, 90], [3, 0, 4, 2, 0]]
    >>> pairwise_kld(boxes[:1], boxes, unit="degrees", direction="clockwise").round(4)
    array([[1.    , 0.5702, 0.5702]])
    """
    pairwise = _KLD.pairwise_of_arrays if type(boxes_a) is ndarray else _KLD.pairwise
    return pairwise(boxes_a, boxes_b, unit, direction, threads)


@pair_measure
def elementwise_kld(
    boxes_a: Any,
    boxes_b: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    threads: int | None = None,
) -> Any:
    """Kullback-Leibler likeness of each rotated box of `boxes_a` with the one of `boxes_b` in the same row.

    Boxes, options, values and errors as of `pairwise_kld`; as many boxes on either side.

    Examples
    --------
    >>> from truebox.overlap import elementwise_kld
    >>> elementwise_kld([[0, 0, 4, 2, 0]], [[0, 0, 2, 4, 90]], unit="degrees", direction="clockwise")
    array([1.])
    """
    elementwise = _KLD.elementwise_of_arrays if type(boxes_a) is ndarray else _KLD.elementwise
    return elementwise(boxes_a, boxes_b, unit, direction, threads)
