"""Predictions that number their classes, for a truth that only names them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from truebox._lazily import deferred
from truebox._writing.saying import say
from truebox.datasets import joining
from truebox.errors import InputError
from truebox.records import Finding

if TYPE_CHECKING:
    import shlex

    from truebox.records import Predictions, Truth
else:
    shlex = deferred("shlex")  # only a refusal needs it (0.3 ms)

__all__ = ["with_class_numbers_said"]

_SHOWN = 3
_FEWEST = 3


def with_class_numbers_said(truth: Truth, predictions: Predictions) -> Predictions:
    """The predictions, with a word (W-455) or a refusal (E-131) where class numbers have no meaning.

    The ids of a truth that only names its classes count them in the order they were met. COCO results
    may well have been made for these ids; labels and tables count in the order of a list of their own.

    Raises
    ------
    InputError
        Numbers of classes need their list of names (E-131).

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": [1]}])
    >>> found = tb.read_predictions([{"image_id": 0, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 1}])
    >>> with_class_numbers_said(truth, found) is found
    True
    """
    classes = truth.categories
    if classes.numbered or classes.ids.are_strings or predictions.category_by != "id" or not len(predictions):
        return predictions
    if predictions.category.are_strings:
        return predictions
    if predictions.source.format == "coco":
        text = f"class ids are taken to count the classes of {truth.source.name}: {_counted(truth)}"
        return replace(predictions, findings=(*predictions.findings, Finding("W-455", text)))
    used = predictions.category.distinct().tolist()
    shown = ", ".join(map(str, used[:_SHOWN])) + (" ..." if len(used) > _SHOWN else "")
    raise InputError(
        "E-131",
        predictions.source.name,
        f"classes are numbers ({shown}), but {truth.source.name} only names its classes: {_named(truth)}",
        _proposed(truth, predictions),
    )


def _proposed(truth: Truth, predictions: Predictions) -> str:
    """The names in the order of the numbers, as the boxes tell them; else how to give them."""
    told = _told(truth, predictions)
    shown = ", ".join(f"{number} is {told[number]}" for number in sorted(told)[:_SHOWN])
    shown += " ..." if len(told) > _SHOWN else ""
    before = f"where boxes overlap, {shown}: " if told else ""
    # Ultralytics counts from 1 or from 0; all others name their first class by number 0.
    used = predictions.category.distinct().tolist()
    first = int(predictions.source.format == "ultralytics" and min(used) > 0)
    names = [told.get(number, "") for number in range(first, int(max(used)) + 1)]
    left = [name for name in truth.categories.names if name not in names]
    if told and min(used) >= first and (all(names) or (names.count("") == len(left) == 1)):
        names = [name or left.pop() for name in names] + left
        if not any("," in name for name in names):
            return f"{before}rerun with --classes {shlex.quote(','.join(names))}"
    how = "pass all names in the order of the numbers with --classes @names.txt, one a line, from number 0"
    return before + how


def _told(truth: Truth, predictions: Predictions) -> dict[int, str]:
    """Class number to the name of the objects that most of its boxes lie on; empty where two share a name."""
    try:
        joined = joining.join(truth, predictions)
    except InputError:
        return {}
    found = joining.partners_of(truth, joined)
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    told: dict[int, str] = {}
    counts: dict[int, Counter[str]] = {}
    for row, true in zip(
        found.detections[found.on_objects].tolist(), found.truths[found.on_objects].tolist(), strict=True
    ):
        number = int(joined.category[row])
        counts.setdefault(number, Counter())[names[truth.category[true]]] += 1
    for number, on in counts.items():
        name, times = on.most_common(1)[0]
        if times >= _FEWEST and 2 * times > on.total():
            told[number] = name
    return told if len(set(told.values())) == len(told) else {}


def _counted(truth: Truth) -> str:
    pairs = list(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    more = " ..." if len(pairs) > _SHOWN else ""
    return ", ".join(f"{number} is {say(name)}" for number, name in pairs[:_SHOWN]) + more


def _named(truth: Truth) -> str:
    names = truth.categories.names
    return ", ".join(map(say, names[:_SHOWN])) + (" ..." if len(names) > _SHOWN else "")
