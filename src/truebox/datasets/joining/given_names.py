"""Names of classes that were given, beside those that a truth has of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import agreeing
from truebox._writing.saying import say
from truebox.records import Finding, Ids

if TYPE_CHECKING:
    from truebox.records import Truth

__all__ = ["with_given_names"]

_SHOWN = 5


def with_given_names(truth: Truth, given: Sequence[str] | None) -> Truth:
    """The truth, in which no class that was given stands beside its own name in another spelling.

    Formats that name their classes put those given before their own, so that numbers mean something. One of
    their own that is a given one in another case is that class (W-151). Where objects have further names
    while given ones have no object, that is said (W-458): a name that is mistyped finds nothing.

    Examples
    --------
    >>> from truebox.datasets.columns.truth_rows import TruthRows
    >>> from truebox.datasets.options import ReadOptions
    >>> from truebox.records import Source
    >>> rows = TruthRows(Source("labels", "labelme", "LabelMe"), ReadOptions(classes=("Cat", "dgo")))
    >>> for name in ("cat", "dog"):
    ...     _ = rows.add(rows.image("a"), rows.category(name), (0, 0, 9, 9), "a.json")
    >>> truth = with_given_names(rows.truth(), ("Cat", "dgo"))
    >>> truth.categories.names, [each.code for each in truth.findings]
    (('Cat', 'dgo', 'dog'), ['W-151', 'W-458'])
    """
    names = truth.categories.names
    if not given or names[: len(given)] != tuple(given) or len(names) == len(given):
        return truth
    truth = _in_another_case(truth, given)
    counts = (truth.crowd == 0) & (truth.ignore == 0)
    used = {truth.category[row] for row in np.flatnonzero(counts).tolist()}
    of = dict(zip(truth.categories.names, truth.categories.ids.tolist(), strict=True))
    more = [name for name in truth.categories.names[len(given) :] if of[name] in used]
    free = [name for name in given if of[name] not in used]
    if not more or not free:
        return truth
    what = agreeing(len(more), "a class", "classes")
    text = (
        f"objects of {truth.source.name} have {what} that --classes does not name ({_shown(more)}), and "
        f"{_shown(free)} of --classes {agreeing(len(free), 'has', 'have')} no object: what is predicted by "
        "number as one is not found as the other"
    )
    return replace(truth, findings=(*truth.findings, Finding("W-458", text)))


def _in_another_case(truth: Truth, given: Sequence[str]) -> Truth:
    """Classes of objects that differ only in case from one that was given become it."""
    classes = truth.categories
    rows: dict[str, list[int]] = {}
    for row, name in enumerate(classes.names):
        rows.setdefault(name.strip().casefold(), []).append(row)
    pairs = [each for each in rows.values() if len(each) == 2]  # of three nobody knows which is meant
    same = {late: first for first, late in pairs if first < len(given) <= late}
    if not same or classes.parents:
        return truth
    kept = [row for row in range(len(classes)) if row not in same]
    ids = classes.ids.values
    category = truth.category.values.copy()
    for late, first in same.items():
        category[truth.category.values == ids[late]] = ids[first]
    return replace(
        truth,
        category=replace(truth.category, values=category),
        categories=replace(classes, ids=Ids(ids[kept]), names=tuple(classes.names[row] for row in kept)),
        findings=(*truth.findings, Finding("W-151", "classes are joined by name in another case")),
    )


def _shown(names: Sequence[str]) -> str:
    return ", ".join(map(say, names[:_SHOWN])) + (" ..." if len(names) > _SHOWN else "")
