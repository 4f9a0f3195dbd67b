"""Predictions for images or classes that the truth does not list, left out when asked to be lenient."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.joining.joining import unknown_names
from truebox.datasets.joining.unknown_ids import category_hint, image_hint, proposed_classes
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError
from truebox.records.taking import take_predictions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.records import Ids, Predictions, Truth
    from truebox.typing import BoolArray

__all__ = ["without_unknown_names", "without_unlisted"]

_FIRST_ROWS = 5


def without_unknown_names(truth: Truth, predictions: Predictions, errors: RowErrors) -> Predictions:
    """Predictions, not yet joined, without rows whose image or class has a name that joins nothing.

    One such name keeps all others from being joined. The parameters are those of `without_unlisted`.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"], "file_name": "a.jpg"}])
    >>> rows = [{"image_id": image, "category_id": "cat", "bbox": [0, 0, 9, 9], "score": 1} for image in "ab"]
    >>> kept = without_unknown_names(truth, tb.read_predictions(rows), RowErrors(lenient=True))
    >>> kept.image.tolist()
    ['a']
    """
    if not errors.lenient or len(predictions) == 0:
        return predictions
    images, classes = unknown_names(truth, predictions)
    if not images and not classes:
        return predictions
    sides = (_named(predictions.image, images), _named(predictions.category, classes))
    return _without(truth, predictions, sides, errors)


def without_unlisted(truth: Truth, predictions: Predictions, errors: RowErrors) -> Predictions:
    """Joined predictions without rows that an evaluation would refuse (E-130, E-131).

    Parameters
    ----------
    truth : Truth
        What lists the images and classes.
    predictions : Predictions
        After `truebox.datasets.join`.
    errors : RowErrors
        Where dropped rows are counted; strict ones leave the refusal to the evaluation.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": [1]}])
    >>> rows = [{"image_id": image, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 1} for image in (0, 7)]
    >>> kept = without_unlisted(truth, tb.read_predictions(rows), RowErrors(lenient=True))
    >>> len(kept), kept.findings[0].message
    (1, '1 row dropped by E-130: <predictions> row 1: image 7 is not in <truth>')
    """
    if not errors.lenient:
        return predictions
    unknown = (
        ~_listed(predictions.image, truth.images.ids),
        ~_listed(predictions.category, truth.categories.ids),
    )
    return _without(truth, predictions, unknown, errors)


def _without(
    truth: Truth, predictions: Predictions, unknown: Sequence[BoolArray], errors: RowErrors
) -> Predictions:
    """Without the rows whose image, or else whose class, is unknown.

    Where that would leave nothing, or where it is plain which classes were meant, rows stay and are
    refused: dropping them would make a number of no worth.
    """
    own = RowErrors(lenient=True)
    kept = np.ones(len(predictions), dtype=bool)
    for code, noun, bad in zip(("E-130", "E-131"), ("image", "class"), unknown, strict=True):
        rows = np.flatnonzero(bad & kept)
        column = predictions.image if noun == "image" else predictions.category
        if len(rows) == 0 or bad.all():
            continue
        values = list(dict.fromkeys(column[row] for row in rows.tolist()))
        if noun == "class" and proposed_classes(truth, predictions, values):
            continue
        fix = image_hint(truth, values) if noun == "image" else category_hint(truth, predictions, values)
        for row in rows.tolist():
            at = row if predictions.source_rows is None else int(predictions.source_rows[row])
            problem = f"{noun} {say(column[row])} is not in {truth.source.name}"
            said = InputError(code, f"{predictions.source.name} row {at}", problem, fix, row=at)
            own.refuse(said)
            errors.refuse(said)
        kept[rows] = False
    if kept.all():
        return predictions
    taken = take_predictions(predictions, np.flatnonzero(kept))
    return replace(taken, findings=(*taken.findings, *own.findings()))


def _named(column: Ids, names: set[str]) -> BoolArray:
    """The rows whose text is one of `names`."""
    if not names:
        return np.zeros(len(column), dtype=bool)
    if column.names is not None:
        found = np.array([name in names for name in column.names], dtype=bool)
        return found[column.values]
    return np.array([str(value) in names for value in column.values.tolist()], dtype=bool)


def _listed(column: Ids, table: Ids) -> BoolArray:
    known = set(table.tolist())
    if column.names is not None:
        found = np.array([name in known for name in column.names], dtype=bool)
        return found[column.values] if len(found) else np.zeros(len(column), dtype=bool)
    if table.names is not None:
        return np.zeros(len(column), dtype=bool)
    return np.isin(column.values, table.values)
