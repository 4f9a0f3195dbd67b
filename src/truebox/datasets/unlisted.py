"""Predictions for images or classes that the truth does not list, left out when asked to be lenient."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.row_errors import RowErrors
from truebox.datasets.wording import say
from truebox.errors import InputError
from truebox.records.taking import take_predictions

if TYPE_CHECKING:
    from truebox.records import Ids, Predictions, Truth
    from truebox.typing import BoolArray

__all__ = ["without_unlisted"]

_FIRST_ROWS = 5


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
    own = RowErrors(lenient=True)
    kept = np.ones(len(predictions), dtype=bool)
    sides = (
        ("E-130", "image", predictions.image, truth.images.ids),
        ("E-131", "class", predictions.category, truth.categories.ids),
    )
    for code, noun, column, table in sides:
        unknown = kept & ~_listed(column, table)
        for row in np.flatnonzero(unknown)[:_FIRST_ROWS].tolist():
            problem = f"{noun} {say(column[row])} is not in {truth.source.name}"
            own.refuse(
                InputError(code, f"{predictions.source.name} row {row}", problem, "remove it", row=row)
            )
        if unknown.any():
            own.counts[code] = errors.counts[code] = int(unknown.sum())
            errors.refused[code] = own.refused[code]
        kept &= ~unknown
    if kept.all():
        return predictions
    taken = take_predictions(predictions, np.flatnonzero(kept))
    return replace(taken, findings=(*taken.findings, *own.findings()))


def _listed(column: Ids, table: Ids) -> BoolArray:
    known = set(table.tolist())
    if column.names is not None:
        found = np.array([name in known for name in column.names], dtype=bool)
        return found[column.values] if len(found) else np.zeros(len(column), dtype=bool)
    if table.names is not None:
        return np.zeros(len(column), dtype=bool)
    return np.isin(column.values, table.values)
