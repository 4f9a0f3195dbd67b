"""The images and classes of a table that is read piece by piece, as reading the whole would find them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.columns.object_records import ids_of_names
from truebox.datasets.pieces.table_cuts import label_of_table, texts_of_column
from truebox.datasets.texts.not_in_pieces import NotInPiecesError
from truebox.records import Categories, Ids, Images, Strings, Truth
from truebox.records.taking import take_truth

if TYPE_CHECKING:
    from truebox.typing import Int64Array

__all__ = ["frame_of_tables"]


def frame_of_tables(path: Path, pieces: Iterable[Truth], reading: Mapping[str, Any]) -> Truth:
    """A truth without objects and findings, with the images and classes that all pieces have.

    Parameters
    ----------
    path : Path
        The whole.
    pieces : iterable of Truth
        Of it.
    reading : mapping
        What `read_truth` is told besides.

    Raises
    ------
    NotInPiecesError
        The pieces are not alike in what reading the whole decides for all of them.
    """
    images, classes = _Images(), _Classes()
    like: Truth | None = None
    for piece in pieces:
        if like is None:
            like = take_truth(piece, np.empty(0, dtype=np.int64))
        _refuse_unlike(like, piece)
        images.add(piece)
        classes.add(piece.categories)
    if like is None:
        raise NotInPiecesError  # a table without any row
    return replace(
        like,
        images=images.joined(listed=like.images.listed),
        categories=classes.joined(path, reading),
        findings=(),
    )


def _refuse_unlike(like: Truth, piece: Truth) -> None:
    """Raise NotInPiecesError for what each piece decided for itself."""
    decided = [
        (
            each.units,
            each.source.boxes,
            each.images.ids.are_strings,
            tuple(each.attributes) in ((), ("track",)),
            {said.code for said in each.findings} & {"W-421", "W-422", "W-423"},
        )
        for each in (like, piece)
    ]
    if decided[0] != decided[1] or not decided[0][3]:
        raise NotInPiecesError


class _Images:
    """The images of some pieces."""

    def __init__(self) -> None:
        self._sizes: dict[Any, tuple[int, int]] = {}
        self._names: dict[str, str] = {}
        self._numbers: list[Int64Array] = []

    def add(self, piece: Truth) -> None:
        images = piece.images
        ids = images.ids.tolist()
        if images.ids.are_strings:
            for name, id in zip(images.file_names, ids, strict=True):
                if self._names.setdefault(name, str(id)) != id:
                    raise NotInPiecesError
        else:
            self._numbers.append(images.ids.values)
        for place in np.flatnonzero((images.sizes > 0).any(axis=1)).tolist():
            size = (int(images.sizes[place, 0]), int(images.sizes[place, 1]))
            if self._sizes.setdefault(ids[place], size) != size:
                raise NotInPiecesError  # the whole says in which row an image has another size

    def joined(self, *, listed: bool) -> Images:
        """All of them; names without the suffix of a picture as in the whole."""
        if self._names:
            short = ids_of_names(tuple(self._names))
            if short != tuple(self._names.values()):
                raise NotInPiecesError
            ids, files = Ids(np.arange(len(short), dtype=np.int64), short), Strings.of(self._names)
        else:
            numbers = np.unique(np.concatenate([np.empty(0, dtype=np.int64), *self._numbers]))
            ids, files = Ids(numbers), Strings.of([""] * len(numbers))
        sizes = np.zeros((len(ids), 2), dtype=np.int64)
        if self._sizes:
            for place, id in enumerate(ids.tolist()):
                sizes[place] = self._sizes.get(id, (0, 0))
        return Images(ids=ids, sizes=sizes, file_names=files, listed=listed)


class _Classes:
    """The classes of some pieces."""

    def __init__(self) -> None:
        self._first: Categories | None = None
        self._names: dict[str, int] = {}

    def add(self, classes: Categories) -> None:
        if not len(classes):
            return
        first = self._first = self._first or classes
        if (first.numbered, first.listed) != (classes.numbered, classes.listed):
            raise NotInPiecesError
        values = dict(zip(classes.names, classes.ids.values.tolist(), strict=True))
        if classes.ids.names is not None or len(values) < len(classes):
            raise NotInPiecesError
        self._names = {**values, **self._names}

    def joined(self, path: Path, reading: Mapping[str, Any]) -> Categories:
        """All of them, in the order and with the ids of the whole."""
        first, given = self._first, tuple(reading.get("classes") or ())
        if first is None:
            raise NotInPiecesError  # no class in any row
        if first.numbered and all(name == str(value) for name, value in self._names.items()):
            numbers = sorted(self._names.values())
            ids, names = Ids(np.array(numbers, dtype=np.int64)), tuple(map(str, numbers))
        elif first.numbered and first.names == given and set(self._names) == set(given):
            return first  # numbers that count the names given, or these names alone
        else:
            label = label_of_table(path, reading)
            order = [] if label is None else texts_of_column(path, label)
            names = tuple(each for each in dict.fromkeys((*given, *order)) if each in self._names)
            if set(names) != set(self._names):
                names = tuple(self._names)
                if len(names) > 1:
                    raise NotInPiecesError
            ids = Ids(np.arange(1, len(names) + 1, dtype=np.int64))
        return replace(first, ids=ids, names=names)
