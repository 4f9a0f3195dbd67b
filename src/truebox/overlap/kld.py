"""Likeness of rotated boxes by their Kullback-Leibler divergence."""

from __future__ import annotations

from typing import Any

from truebox import formulas
from truebox.overlap.gaussian_overlap import elementwise_gaussian, pairwise_gaussian
from truebox.overlap.rotation import AngleUnit, TurningDirection

__all__ = ["elementwise_kld", "pairwise_kld"]


def pairwise_kld(boxes_a: Any, boxes_b: Any, *, unit: AngleUnit, direction: TurningDirection) -> Any:
    """Kullback-Leibler likeness of every rotated box of `boxes_a` with every one of `boxes_b`.

    ``1 / (1 + ln(1 + D))`` with the divergence `truebox.formulas.kullback_leibler` of the first from the
    second; one minus it is the loss. Not symmetric.

    Parameters
    ----------
    boxes_a : array-like [N, 5]
        Predictions: centre x and y, width, height, angle. Of NumPy, PyTorch, JAX, TensorFlow, CuPy,
        or lists.
    boxes_b : array-like [M, 5]
        Targets.
    unit, direction
        What angles mean, as in `truebox.overlap.pairwise_rotated_iou`.

    Returns
    -------
    float64 array [N, M]
        Arrays of another library are answered in it, with gradients where these flow.
        In [0, 1]: 1 for a box with itself, 0 where a box has no area.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    InputError
        For a number that is not finite (E-190) or a negative size (E-192); the message names argument and
        row.

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
    return pairwise_gaussian(formulas.kld, boxes_a, boxes_b, unit, direction)


def elementwise_kld(boxes_a: Any, boxes_b: Any, *, unit: AngleUnit, direction: TurningDirection) -> Any:
    """Kullback-Leibler likeness of each rotated box of `boxes_a` with the one of `boxes_b` in the same row.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 5]
        As many boxes on either side: centre x and y, width, height, angle.
    unit, direction
        What angles mean, as in `truebox.overlap.pairwise_rotated_iou`.

    Returns
    -------
    float64 array [N]
        With the edge cases of `pairwise_kld`.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_kld`, and for sides of different length.

    Examples
    --------
    >>> from truebox.overlap import elementwise_kld
    >>> elementwise_kld([[0, 0, 4, 2, 0]], [[0, 0, 2, 4, 90]], unit="degrees", direction="clockwise")
    array([1.])
    """
    return elementwise_gaussian(formulas.kld, boxes_a, boxes_b, unit, direction)
