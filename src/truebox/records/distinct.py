"""The values of a column, each once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["distinct_values"]


@refuses_other_kinds
def distinct_values(values: AnyArray) -> AnyArray:
    """The values in ascending order, each once: `numpy.unique` without `numpy.ma`, which it loads in 7 ms.

    Parameters
    ----------
    values : array [N]
        Numbers, none of them NaN.

    Returns
    -------
    array
        Of the same type.

    Examples
    --------
    >>> distinct_values(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    rising = np.sort(values)
    new = np.ones(len(rising), dtype=bool)
    np.not_equal(rising[1:], rising[:-1], out=new[1:])
    found: AnyArray = rising[new]
    return found
