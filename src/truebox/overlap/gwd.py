"""Likeness of rotated boxes by their Gaussian Wasserstein distance."""

from __future__ import annotations

from typing import Any

from truebox import formulas
from truebox.overlap.gaussian_overlap import elementwise_gaussian, pairwise_gaussian
from truebox.overlap.rotation import AngleUnit, TurningDirection

__all__ = ["elementwise_gwd", "pairwise_gwd"]


def pairwise_gwd(boxes_a: Any, boxes_b: Any, *, unit: AngleUnit, direction: TurningDirection) -> Any:
    """Wasserstein likeness of every rotated box of `boxes_a` with every one of `boxes_b`.

    ``1 / (1 + ln(1 + d²))`` with the squared distance `truebox.formulas.wasserstein_distance`; one minus it
    is the loss.

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
        In (0, 1]: exactly 1 for a box with itself. Depends on the unit of length.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    InputError
        For a number that is not finite (E-190) or a negative size (E-192); the message names argument and
        row.

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
    return pairwise_gaussian(formulas.gwd, boxes_a, boxes_b, unit, direction)


def elementwise_gwd(boxes_a: Any, boxes_b: Any, *, unit: AngleUnit, direction: TurningDirection) -> Any:
    """Wasserstein likeness of each rotated box of `boxes_a` with the one of `boxes_b` in the same row.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [N, 5]
        As many boxes on either side: centre x and y, width, height, angle.
    unit, direction
        What angles mean, as in `truebox.overlap.pairwise_rotated_iou`.

    Returns
    -------
    float64 array [N]
        With the edge cases of `pairwise_gwd`.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_gwd`, and for sides of different length.

    Examples
    --------
    >>> from truebox.overlap import elementwise_gwd
    >>> elementwise_gwd([[0, 0, 4, 2, 0]], [[0, 0, 2, 4, 90]], unit="degrees", direction="clockwise")
    array([1.])
    """
    return elementwise_gaussian(formulas.gwd, boxes_a, boxes_b, unit, direction)
