"""All objects as of one class, whatever classes they have."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from truebox.datasets.columns.object_table import ONE_CLASS
from truebox.records import Categories, Ids, Predictions, Truth

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions

__all__ = ["of_one_class"]

_Records = TypeVar("_Records", Truth, Predictions)


def of_one_class(records: _Records, options: ReadOptions) -> _Records:
    """The records with every object in one class, where the options say so; else as they are.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.datasets.options import ReadOptions
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]] * 2, "labels": ["cat", "dog"]}])
    >>> of_one_class(truth, ReadOptions(single_class=True)).categories.names
    ('object',)
    """
    if not options.single_class:
        return records
    category = Ids(np.ones(len(records), dtype=np.int64))
    if isinstance(records, Predictions):
        return replace(records, category=category, category_by="id")
    classes = Categories(ids=Ids(np.ones(1, dtype=np.int64)), names=(ONE_CLASS,))
    return replace(records, category=category, categories=classes, federation=None, states=())
