"""Records whose names do not tell their classes or images apart go into no file that knows them by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.outgoing.id_places import places_in_table
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth

__all__ = ["half_a_character", "refuse_halves", "refuse_names_not_apart"]

_OR_COCO = "or write COCO JSON, which tells them apart by ids"


def refuse_names_not_apart(truth: Truth, rows: Truth | Predictions) -> None:
    """Refuse a class of a row without a name, or with that of another class (E-433), and two images of one
    name (E-448): they would be read back as none, or as one.

    Parameters
    ----------
    truth : Truth
        Whose names are written.
    rows : Truth or Predictions
        What is written, with the ids of the truth. Classes that no row has may have any name.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth({
    ...     "images": [{"id": 1, "width": 9, "height": 9, "file_name": "a.jpg"}],
    ...     "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "cat"}],
    ...     "annotations": [{"id": 1, "image_id": 1, "category_id": 2, "bbox": [0, 0, 3, 3], "area": 9,
    ...                      "iscrowd": 0}],
    ... })
    >>> refuse_names_not_apart(truth, truth)
    Traceback (most recent call last):
    ...
    truebox.errors.InputError: E-433 <truth>: "cat" names 2 classes (ids 1, 2) that would be read as one...
    """
    _refuse_classes(truth, rows)
    _refuse_images(truth)


def refuse_halves(truth: Truth) -> None:
    r"""Refuse a name with half of a surrogate pair (E-433), which a writer would spell and no reader takes.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["\udcff"]}])
    >>> refuse_halves(truth)
    Traceback (most recent call last):
    truebox.errors.InputError: E-433 <truth>: "\udcff" holds half of a character, which is no text. Fix: ...
    """
    names = truth.images.file_names
    if names.buffer.isascii() and all(map(str.isascii, truth.categories.names)):
        return
    for name in (*truth.categories.names, *names):
        try:
            name.encode()
        except UnicodeEncodeError:
            raise half_a_character(truth, name) from None


def half_a_character(truth: Truth, text: str) -> InputError:
    r"""What is said of a text with half of a surrogate pair, such as of a file name that is no UTF-8.

    Examples
    --------
    >>> import truebox as tb
    >>> print(half_a_character(tb.read_truth([]), "cat\udcff"))          # doctest: +ELLIPSIS
    E-433 <truth>: "cat\udcff" holds half of a character, which is no text. Fix: rename ...
    """
    shown = text.encode("ascii", "backslashreplace").decode()
    problem = f"{say(shown)} holds half of a character, which is no text"
    return InputError("E-433", truth.source.name, problem, "rename the class or the picture")


def _refuse_classes(truth: Truth, rows: Truth | Predictions) -> None:
    names = truth.categories.names
    if len(set(names)) == len(names) and "" not in names:
        return
    places = places_in_table(rows.category, truth.categories.ids)
    ids = truth.categories.ids.tolist()
    for place in np.unique(places[places >= 0]).tolist():
        name = names[place]
        alike = [str(own) for own, each in zip(ids, names, strict=True) if each == name]
        if name and len(alike) == 1:
            continue
        problem, fix = f"the class with id {ids[place]} has no name", f"name the class, {_OR_COCO}"
        if name:
            problem = (
                f"{say(name)} names {len(alike)} classes (ids {', '.join(alike)}) that would be read as one"
            )
            fix = f"give every class a name of its own, {_OR_COCO}"
        raise InputError("E-433", truth.source.name, problem, fix)


def _refuse_images(truth: Truth) -> None:
    names = list(truth.images.file_names)
    if not all(names):
        own = truth.images.ids.tolist()
        names = [name or str(given) for name, given in zip(names, own, strict=True)]
    if len(set(names)) == len(names):
        return
    first: dict[str, int] = {}
    for row, name in enumerate(names):
        if name in first:
            problem = f"images[{first[name]}] and images[{row}] are both named {say(name)}"
            fix = f"give every picture a name of its own, {_OR_COCO}"
            raise InputError("E-448", truth.source.name, problem, fix, row=row)
        first[name] = row
