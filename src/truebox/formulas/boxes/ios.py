"""Intersection over the smaller of two areas."""

from __future__ import annotations

from typing import Any

from truebox.formulas.terms.area import area
from truebox.formulas.terms.intersection import intersection
from truebox.formulas.terms.quotient import quotient

__all__ = ["ios"]


def ios(xp: Any, a: Any, b: Any) -> Any:
    """Share of the smaller box that the larger one covers; the overlap coefficient of sets.

    Parameters
    ----------
    xp, a, b
        As in `truebox.formulas.iou`.

    Returns
    -------
    array [...]
        Values in [0, 1], at least the IoU; 1 for a box inside another, 0 for a box without area.

    References
    ----------
    M. K. Vijaymeena and K. Kavitha, "A Survey on Similarity Measures in Text Mining", MLAIJ 3 (2016), sec. 2
    (overlap coefficient); F. C. Akyon et al., "Slicing Aided Hyper Inference", ICIP 2022 (postprocess match
    metric IOS).

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> a, b = np.array([[0.0, 0.0, 4.0, 4.0]]), np.array([[2.0, 2.0, 6.0, 6.0], [4.0, 0.0, 8.0, 4.0]])
    >>> formulas.ios(np, a[:, None], b)
    array([[0.25, 0.  ]])
    """
    return quotient(xp, intersection(xp, a, b), xp.minimum(area(xp, a), area(xp, b)))
