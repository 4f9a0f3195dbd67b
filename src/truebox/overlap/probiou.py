"""ProbIoU of rotated boxes, taken as normal distributions."""

from __future__ import annotations

from typing import Any

from truebox import formulas
from truebox.overlap.gaussian_overlap import elementwise_gaussian, pairwise_gaussian
from truebox.overlap.rotation import AngleUnit, TurningDirection

__all__ = ["elementwise_probiou", "pairwise_probiou"]


def pairwise_probiou(boxes_a: Any, boxes_b: Any, *, unit: AngleUnit, direction: TurningDirection) -> Any:
    """ProbIoU of every rotated box of `boxes_a` with every one of `boxes_b`.

    One minus the Hellinger distance of the normal distributions with the boxes' own covariances. It is what
    Ultralytics evaluates oriented boxes with; it is not an IoU of areas: compare it only with itself.

    Parameters
    ----------
    boxes_a : array-like [N, 5]
        Centre x and y, width, height, angle. Of NumPy, PyTorch, JAX, TensorFlow, CuPy,
        or lists.
    boxes_b : array-like [M, 5]
        The other boxes.
    unit, direction
        What angles mean, as in `truebox.overlap.pairwise_rotated_iou`.

    Returns
    -------
    float64 array [N, M]
        Arrays of another library are answered in it, with gradients where these flow.
        In [0, 1]: exactly 1 for a box with itself, above 0 for boxes that are apart, 0 where a box has no
        area.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    InputError
        For a number that is not finite (E-190) or a negative size (E-192); the message names argument and
        row.

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
    return pairwise_gaussian(formulas.probiou, boxes_a, boxes_b, unit, direction)


def elementwise_probiou(boxes_a: Any, boxes_b: Any, *, unit: AngleUnit, direction: TurningDirection) -> Any:
    """ProbIoU of each rotated box of `boxes_a` with the one of `boxes_b` in the same row.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 5]
        As many boxes on either side: centre x and y, width, height, angle.
    unit, direction
        What angles mean, as in `truebox.overlap.pairwise_rotated_iou`.

    Returns
    -------
    float64 array [N]
        With the edge cases of `pairwise_probiou`.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_probiou`, and for sides of different length.

    Examples
    --------
    >>> from truebox.overlap import elementwise_probiou
    >>> elementwise_probiou([[0, 0, 4, 2, 0]], [[0, 0, 2, 4, 90]], unit="degrees", direction="clockwise")
    array([1.])
    """
    return elementwise_gaussian(formulas.probiou, boxes_a, boxes_b, unit, direction)
