"""Machine ids of classes, and the names that describe them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from truebox.records import Ids

__all__ = ["described"]


def described(category: Ids, lines: Sequence[str] | None) -> Ids:
    """A column of class names with those replaced that a line ``id,name`` describes.

    Two ids with one name become one class.

    Examples
    --------
    >>> described(Ids.of(["/m/01yrx", "/m/0bt9lr"]), ["/m/01yrx,Cat"]).tolist()
    ['Cat', '/m/0bt9lr']
    """
    if category.names is None or not lines:
        return category
    known = dict(line.split(",", 1) for line in lines if "," in line)
    named = [known.get(name, name).strip().strip('"') for name in category.names]
    table = {name: place for place, name in enumerate(dict.fromkeys(named))}
    codes = np.array([table[name] for name in named], dtype=np.int64)
    return Ids(codes[category.values], tuple(table))
