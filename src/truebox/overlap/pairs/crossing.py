"""Every row of one side with every row of the other, column by column."""

from __future__ import annotations

from typing import Any, TypeAlias

__all__ = ["crossed"]

_Rows: TypeAlias = "tuple[Any, ...]"


def crossed(left: _Rows, right: _Rows, *, batches: bool) -> tuple[_Rows, _Rows]:
    """Columns [..., N, 1] and [..., 1, M], which broadcast; without batches the right side stays [M].

    Examples
    --------
    >>> import numpy as np
    >>> left, right = crossed((np.zeros(2),), (np.zeros(3),), batches=False)
    >>> (left[0] + right[0]).shape
    (2, 3)
    >>> left, right = crossed((np.zeros((5, 2)),), (np.zeros((5, 3)),), batches=True)
    >>> (left[0] + right[0]).shape
    (5, 2, 3)
    """
    left = tuple(column[..., None] for column in left)
    return left, tuple(column[..., None, :] for column in right) if batches else right
