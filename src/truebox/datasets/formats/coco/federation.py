"""The federated part of an LVIS truth: negative and not exhaustive classes, and frequencies."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from truebox.datasets.formats.coco.general import FEDERATION_KEYS
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.json_text import members_of
from truebox.errors import InputError
from truebox.records import Federation

if TYPE_CHECKING:
    from truebox.records import Ids, Truth

__all__ = ["read_federation"]

_FREQUENCIES = ("r", "c", "f")
_MEMBERS = ("images", "categories")


def read_federation(source: str | os.PathLike[str] | Mapping[Any, Any], truth: Truth) -> Federation:
    """Read what LVIS adds to a COCO truth.

    Parameters
    ----------
    source : path or mapping
        What `truth` was read from.
    truth : Truth
        Whose images and categories the statements refer to.

    Returns
    -------
    Federation

    Raises
    ------
    InputError
        ``E-145``: an image without ``neg_category_ids`` or ``not_exhaustive_category_ids``, a category
        without ``frequency``, or one of another value.

    Examples
    --------
    >>> from truebox.datasets import read_truth
    >>> data = {
    ...     "images": [{"id": 1, "neg_category_ids": [5], "not_exhaustive_category_ids": []}],
    ...     "annotations": [],
    ...     "categories": [{"id": 5, "name": "cat", "frequency": "r"}],
    ... }
    >>> read_federation(data, read_truth(data)).frequency
    ('r',)
    """
    images, categories = _members(source)
    name = truth.source.name
    category_rows = {truth.categories.ids[row]: row for row in range(len(truth.categories))}
    image_rows = {truth.images.ids[row]: row for row in range(len(truth.images))}
    # Of an image that is listed twice the last lists count, as in the reference.
    held: dict[int, list[tuple[int, bool]]] = {}
    for row, image in enumerate(images):
        statements: list[tuple[int, bool]] = []
        for key, negative in zip(FEDERATION_KEYS, (True, False), strict=True):
            values = image.get(key)
            if not isinstance(values, list | tuple):
                raise _refuse(
                    f"{name} images[{row}].{key}", row, f"need a list of category ids, got {values!r:.40}"
                )
            for value in values:
                if isinstance(value, bool) or not isinstance(value, int | float | str | np.number):
                    raise _refuse(
                        f"{name} images[{row}].{key}",
                        row,
                        f"need a list of category ids, got {value!r:.40} in it",
                    )
            said = [_as_held(value, truth.categories.ids) for value in values]
            statements += [(category_rows[value], negative) for value in said if value in category_rows]
        held[image_rows[_as_held(image["id"], truth.images.ids)]] = statements
    return Federation(
        image=np.array([image for image, each in held.items() for _ in each], dtype=np.int64),
        category=np.array([row for each in held.values() for row, _ in each], dtype=np.int64),
        negative=np.array([negative for each in held.values() for _, negative in each], dtype=bool),
        frequency=tuple(_frequency(name, row, category) for row, category in enumerate(categories)),
    )


def _as_held(value: Any, ids: Ids) -> Any:
    """An id as a column holds it: the digits of integers of which one has more than 64 bits."""
    return str(int(value)) if ids.are_wide and not isinstance(value, str) else value


def _members(source: Any) -> tuple[list[Any], list[Any]]:
    """The lists of images and categories; annotations are stepped over, not parsed."""
    if isinstance(source, Mapping):
        return source["images"], source["categories"]
    found = members_of(read_bytes(Path(source)), str(source), list(_MEMBERS))
    images, categories = (msgspec.json.decode(text) for text in found)
    return images, categories


def _frequency(name: str, row: int, category: Any) -> str:
    value = category.get("frequency")
    if value not in _FREQUENCIES:
        raise _refuse(f"{name} categories[{row}].frequency", row, f'need "r", "c" or "f", got {value!r:.40}')
    return str(value)


def _refuse(place: str, row: int, problem: str) -> InputError:
    return InputError(
        "E-145", place, problem, 'use the truth of LVIS, or protocol="coco" (--protocol coco)', row=row
    )
