"""Names of classes that a reader takes for ids, because all of them are whole numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.format import NotHeld
from truebox.datasets.outgoing.id_places import places_in_table

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth

__all__ = ["with_ids_for_numbers"]


def with_ids_for_numbers(truth: Truth, rows: Truth | Predictions) -> tuple[Truth, tuple[NotHeld, ...]]:
    """The truth as files without a type for names are written: ids stand for names that would be read as ids.

    A column of whole numbers holds ids to whoever reads it. Where every class that `rows` name is called by a
    number, names would come back as the ids of other classes, so the ids are written, and that is said.

    Parameters
    ----------
    truth : Truth
        Whose classes are written.
    rows : Truth or Predictions
        What is written, with the ids of the truth.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth({
    ...     "images": [{"id": 1, "width": 9, "height": 9, "file_name": "a.jpg"}],
    ...     "categories": [{"id": 1, "name": "2"}, {"id": 2, "name": "1"}],
    ...     "annotations": [{"id": 1, "image_id": 1, "category_id": 2, "bbox": [0, 0, 3, 3], "area": 9,
    ...                      "iscrowd": 0}],
    ... })
    >>> written, lost = with_ids_for_numbers(truth, truth)
    >>> written.categories.names, lost[0].what
    (('1', '2'), 'names of classes that are numbers (their ids are written)')
    """
    places = places_in_table(rows.category, truth.categories.ids)
    places = places[places >= 0]
    ids = tuple(map(str, truth.categories.ids.tolist()))
    names = truth.categories.names
    used = np.unique(places).tolist()
    if not used or not all(_is_whole(names[place]) for place in used):
        return truth, ()
    differ = np.array([name != own for name, own in zip(names, ids, strict=True)])
    count = int(differ[places].sum())
    if not count:
        return truth, ()
    what = "names of classes that are numbers (their ids are written)"
    return replace(truth, categories=replace(truth.categories, names=ids)), (NotHeld(what, count),)


def _is_whole(name: str) -> bool:
    """Whether it is read as a number: ``7``, not ``007``, which nobody writes for an id."""
    try:
        number = int(name)
    except ValueError:
        return False
    return str(number) == name and -(2**63) <= number < 2**63
