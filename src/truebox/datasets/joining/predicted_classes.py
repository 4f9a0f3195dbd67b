"""Classes that only predictions have, for a truth whose source keeps no list of its classes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.datasets import joining
from truebox.records import Finding, Ids

if TYPE_CHECKING:
    from truebox.records import Categories, Predictions, Truth

__all__ = ["predicted_only", "with_predicted_classes"]

_SHOWN = 5


def with_predicted_classes(
    truth: Truth,
    predictions: Predictions,
    categories: Iterable[Any] | None = None,
    *,
    class_agnostic: bool = False,
    counts: Mapping[Any, int] | None = None,
) -> tuple[Truth, Predictions]:
    """The truth with the classes that only predictions have, whose detections can find nothing (W-152).

    A truth that lists its classes stays as it is, and so does one that has none of the predicted classes or
    shows that others were meant, such as a numbering that is off by one: an evaluation refuses those (E-131).

    Parameters
    ----------
    truth : Truth
        As read.
    predictions : Predictions
        With class ids of the truth, or with names of classes.
    categories : iterable of ids or names, or mapping of ids to names, optional
        All classes, where the caller names them: those are added without a word. Names of a mapping stand in
        the place of those that the truth has.
    class_agnostic : bool
        Classes will be forgotten, so none can be meant otherwise: all are added, whatever the truth lists.
    counts : mapping of class to int, optional
        How many detections there are of each, where a row stands for all of a class.

    Returns
    -------
    truth, predictions
        The predictions with the finding.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}])
    >>> found = tb.read_predictions(
    ...     [{"boxes": [[0, 0, 9, 9]] * 2, "labels": ["cat", "dog"], "scores": [0.9, 0.8]}]
    ... )
    >>> more, said = with_predicted_classes(truth, found)
    >>> more.categories.names, said.findings[0].code
    (('cat', 'dog'), 'W-152')
    """
    if isinstance(categories, Mapping):
        truth = _named(truth, categories)
    if truth.categories.listed and not class_agnostic:
        return truth, predictions
    if not truth.categories.listed and categories is not None and not isinstance(categories, str | bytes):
        named = [item.item() if isinstance(item, np.generic) else item for item in categories]
        truth = replace(truth, categories=_with(truth.categories, _unknown(truth.categories, named)))
    only = predicted_only(truth, predictions, class_agnostic=class_agnostic)
    if not only:
        return truth, predictions
    column = predictions.category
    rows = (
        int(np.isin(column.values, _codes(column, only)).sum())
        if counts is None
        else sum(counts[each] for each in only)
    )
    shown = ", ".join(map(say, only[:_SHOWN])) + (" ..." if len(only) > _SHOWN else "")
    why = (
        f"{truth.source.name} does not list: {shown}; they count as any other, for classes are forgotten"
        if class_agnostic
        else f"no object of {truth.source.name} has: {shown}; they can find nothing"
    )
    number = counted(rows, "detection is", "detections are")
    text = f"{number} of {counted(len(only), 'class', 'classes')} that {why}"
    said = replace(predictions, findings=(*predictions.findings, Finding("W-152", text, rows)))
    return replace(truth, categories=_with(truth.categories, only)), said


def predicted_only(
    truth: Truth, predictions: Predictions, *, class_agnostic: bool = False
) -> list[int | str]:
    """Predicted classes that such a truth has not; none where it lists its classes, or others were meant.

    Where classes will be forgotten, that is all it has not.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]] * 2, "labels": [1, 4]}])
    >>> box = {"image_id": 0, "bbox": [0, 0, 9, 9], "score": 1}
    >>> predicted_only(truth, tb.read_predictions([{**box, "category_id": number} for number in (1, 7)]))
    [7]
    """
    classes, column = truth.categories, predictions.category
    if (classes.listed and not class_agnostic) or not len(predictions):
        return []
    by_name = predictions.category_by == "name"
    if column.are_strings != (by_name or classes.ids.are_strings) or not (by_name or classes.numbered):
        return []
    used = (
        [column.names[code] for code in column.distinct().tolist()]
        if column.names
        else column.distinct().tolist()
    )
    if by_name:
        known = {name.strip().casefold() for name in classes.names}
        unknown = [name for name in used if name.strip().casefold() not in known]
    else:
        listed = set(classes.ids.tolist())
        unknown = [value for value in used if value not in listed]
    if class_agnostic:
        return unknown
    if len(classes) and len(unknown) == len(used):
        return []
    if not by_name and unknown and joining.proposed_classes(truth, predictions, unknown, positions=False):
        return []
    return unknown


def _named(truth: Truth, names: Mapping[Any, Any]) -> Truth:
    """With the names given, and the classes of them that are not there yet where the source keeps no list."""
    classes = truth.categories
    if not classes.listed:
        classes = _with(classes, _unknown(classes, list(names)))
    given = tuple(str(names.get(classes.ids[row], name)) for row, name in enumerate(classes.names))
    return replace(truth, categories=replace(classes, names=given))


def _unknown(classes: Categories, named: list[Any]) -> list[Any]:
    """The given classes that are not there yet, of the kind that ids or names have."""
    kind = int if classes.numbered and not classes.ids.are_strings else str
    known = {*classes.ids.tolist(), *classes.names}
    return [item for item in dict.fromkeys(named) if type(item) is kind and item not in known]


def _with(classes: Categories, more: list[Any]) -> Categories:
    """The classes and further ones: numbers are ids, names get the next numbers or are ids themselves."""
    if not more:
        return classes
    names = (*classes.names, *map(str, more))
    if classes.ids.names is not None:
        ids = Ids.of([*classes.ids.tolist(), *more])
    elif all(isinstance(item, int) for item in more):
        ids = Ids(np.array([*classes.ids.tolist(), *more], dtype=np.int64))
    else:
        first = int(max(classes.ids.values.tolist(), default=0)) + 1
        ids = Ids(np.array([*classes.ids.tolist(), *range(first, first + len(more))], dtype=np.int64))
    return replace(classes, ids=ids, names=names)


def _codes(column: Ids, only: list[int | str]) -> list[int]:
    if column.names is None:
        return [int(value) for value in only]
    return [column.names.index(str(name)) for name in only]
