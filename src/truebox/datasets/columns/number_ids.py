"""Texts that are whole numbers, as ids."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.typing import Int64Array

__all__ = ["numbered"]

_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,17}")


def numbered(column: Ids) -> Ids:
    """The column as integers where every text is one as a program prints it; else as it is.

    Examples
    --------
    >>> numbered(Ids.of(["3", "10"])).tolist(), numbered(Ids.of(["003", "cat"])).tolist()
    ([3, 10], ['003', 'cat'])
    """
    if not column.names or not all(_WHOLE.fullmatch(name) for name in column.names):
        return column
    values: Int64Array = np.array([int(name) for name in column.names], dtype=np.int64)
    return Ids(values[column.values])
