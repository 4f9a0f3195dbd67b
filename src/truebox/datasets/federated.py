"""Open Images: labels of images, and classes above others, completed before anything is matched."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.records import Finding, Ids
from truebox.records.taking import take_truth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.records import Federation, Truth
    from truebox.typing import Int64Array

__all__ = ["with_ancestors"]


@refuses_other_kinds
def with_ancestors(truth: Truth, given: Any = None) -> Truth:
    """The truth with a copy of every object in each class above its own, as Open Images evaluates.

    Labels that a class is there hold for all classes above it, labels that it is not for all below. A truth
    without a hierarchy stays as it is.

    Parameters
    ----------
    truth : Truth
        As read.
    given : Any, optional
        What the truth was read from; not looked at.

    Returns
    -------
    Truth

    Examples
    --------
    >>> from truebox.datasets import read_truth, with_ancestors
    >>> truth = read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}])
    >>> with_ancestors(truth) is truth
    True
    """
    del given
    categories = truth.categories
    if not any(categories.parents):
        return truth
    above = _all_above(categories.parents)
    order = np.argsort(categories.ids.values)
    found = np.searchsorted(categories.ids.values[order], truth.category.values)
    near = order[np.minimum(found, len(order) - 1)]
    own = np.where(categories.ids.values[near] == truth.category.values, near, -1)
    rows, category = _spread(own, above)
    federation = truth.federation
    if federation is not None:
        federation = _spread_labels(federation, above)
    added = len(rows) - len(truth)
    text = (
        f"{truth.source.name} has a hierarchy of classes: {added} objects were added to classes above theirs"
    )
    own_ids = truth.category.values[rows]
    ids = np.where(category >= 0, categories.ids.values[np.maximum(category, 0)], own_ids)
    return replace(
        take_truth(truth, rows),
        category=Ids(ids, truth.category.names),
        ids=Ids(np.arange(1, len(rows) + 1, dtype=np.int64)),
        categories=replace(categories, parents=()),
        federation=federation,
        findings=(*truth.findings, Finding("W-424", text, added)),
    )


def _all_above(parents: Sequence[Sequence[int]]) -> list[list[int]]:
    """All classes above each, each once."""
    found: list[list[int]] = []
    for row in range(len(parents)):
        above: dict[int, None] = {}
        waiting = list(parents[row])
        while waiting:
            each = waiting.pop()
            if each not in above and each != row:
                above[each] = None
                waiting += parents[each]
        found.append(list(above))
    return found


def _spread(category: Int64Array, above: list[list[int]]) -> tuple[Int64Array, Int64Array]:
    """Rows repeated for every class above, and the class of each; the own class first."""
    own = [[k, *above[k]] for k in range(len(above))]
    counts = np.array([len(each) for each in own], dtype=np.int64)
    flat = np.array([k for each in own for k in each], dtype=np.int64)
    begin = np.cumsum(counts) - counts
    known = category >= 0
    repeats = np.where(known, counts[category], 1)
    rows = np.repeat(np.arange(len(category)), repeats)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    source = category[rows]
    return rows, np.where(source >= 0, flat[np.minimum(begin[source] + within, len(flat) - 1)], -1)


def _spread_labels(federation: Federation, above: list[list[int]]) -> Federation:
    below: list[list[int]] = [[] for _ in above]
    for row, held in enumerate(above):
        for each in held:
            below[each].append(row)
    negative = np.asarray(federation.negative, dtype=bool)
    parts = []
    for chosen, reach in ((~negative, above), (negative, below)):
        rows, category = _spread(federation.category[chosen], reach)
        parts.append((federation.image[chosen][rows], category, negative[chosen][rows]))
    image, category, flag = (np.concatenate(column) for column in zip(*parts, strict=True))
    return replace(federation, image=image, category=category, negative=flag)
