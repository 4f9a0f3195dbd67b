"""Predictions of a file that memory would not hold: read piece by piece, in the order of its rows."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import datasets as native
from truebox._writing.whole_folder import temporary_folder
from truebox.datasets import registry
from truebox.datasets.formats.coco.format import FORMAT as COCO
from truebox.datasets.formats.coco.head import path_looks_like_coco
from truebox.datasets.joining.predicted_classes import with_predicted_classes
from truebox.datasets.pieces.table_cuts import cut_table, label_of_table, rows_of_table, texts_of_column
from truebox.datasets.reading import predictions_as_said
from truebox.datasets.texts.files import ARROW_MAGICS
from truebox.datasets.texts.mapped_text import MappedText
from truebox.datasets.texts.not_in_pieces import NotInPiecesError
from truebox.errors import InputError
from truebox.records import Ids, Source, Truth
from truebox.records.taking import take_predictions

if TYPE_CHECKING:
    from truebox.records import Finding, Predictions

__all__ = ["PredictionPieces", "prediction_pieces"]

_BLANK = b" \t\r\n"
_BYTES_OF_ROW = 100  # of JSON, as most programs write it
_BYTES_EVALUATED = 190
"""What a detection takes while it is read and evaluated: 63 and 123 bytes, measured."""


@dataclass(frozen=True, slots=True)
class PredictionPieces:
    """A file of predictions that can be read piece by piece.

    Parameters
    ----------
    path : Path
    format : str
    rows : int
        How many there are; of JSON about how many.
    reading : mapping
        What `read_predictions` is told besides.
    cut : callable
        From the path, a folder and a number of rows to files there, each with some of the rows; each may be
        removed before the next is asked for.

    Examples
    --------
    >>> import tempfile
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": [1], "image_id": 7}])
    >>> row = '{"image_id": 7, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 0.5}'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "found.json"
    ...     _ = path.write_text(f"[{row}, {row}, {row}]")
    ...     pieces = prediction_pieces(path)
    ...     [len(piece) for piece in pieces.read(truth, 1)]
    [2, 1]
    """

    path: Path
    format: str
    rows: int
    reading: Mapping[str, Any]
    cut: Callable[[Path, Path, int], Iterator[Path]]

    @property
    def source(self) -> Source:
        """What is read."""
        return Source(
            str(self.path), self.format, registry.format_named(self.format, "predictions").title, self.path
        )

    @refuses_other_kinds
    def exceed(self, limit: int) -> bool:
        """Whether reading and evaluating all of them at once takes more than so many bytes."""
        return self.rows > self.rows_within(limit)

    @staticmethod
    @refuses_other_kinds
    def rows_within(limit: int) -> int:
        """How many can be read and evaluated in so many bytes."""
        return limit // _BYTES_EVALUATED

    @refuses_other_kinds
    def whole(self, truth: Any) -> Predictions:
        """All of them at once; joined to the truth where that is read."""
        known = truth if isinstance(truth, Truth) else None
        return predictions_as_said(self.path, format=self.format, truth=known, **self.reading)

    @refuses_other_kinds
    def with_classes(
        self, truth: Truth, rows: int, *, class_agnostic: bool
    ) -> tuple[Truth, tuple[Finding, ...]]:
        """The truth with the classes that only the predictions have, where it keeps no list; what is said.

        Raises
        ------
        NotInPiecesError
            Only the whole tells which classes there are.
        """
        if truth.categories.listed and not class_agnostic:
            return truth, ()
        counts: Counter[Any] = Counter()
        last: Predictions | None = None
        for piece in self.read(None, rows):
            if last is not None and piece.category.are_strings != last.category.are_strings:
                raise NotInPiecesError
            if len(piece):
                codes, numbers = np.unique(piece.category.values, return_counts=True)
                names = Ids(codes, piece.category.names).tolist()
                counts.update(dict(zip(names, numbers.tolist(), strict=True)))
                last = take_predictions(piece, np.zeros(1, dtype=np.int64))
        if last is None or self.reading.get("class_ids") is not None:
            raise NotInPiecesError
        found = replace(
            take_predictions(last, np.zeros(len(counts), dtype=np.int64)),
            category=Ids.of(self._ordered(counts)),
            findings=(),
        )
        more, said = with_predicted_classes(truth, found, class_agnostic=class_agnostic, counts=counts)
        return more, said.findings

    def _ordered(self, counts: Mapping[Any, int]) -> list[Any]:
        """The classes in the order in which reading the whole numbers them."""
        if self.format != "table" or not all(isinstance(each, str) for each in counts):
            return list(counts)
        label = label_of_table(self.path, self.reading)
        order = [] if label is None else texts_of_column(self.path, label)
        return [each for each in dict.fromkeys((*order, *counts)) if each in counts]

    def read(self, truth: Truth | None, rows: int) -> Iterator[Predictions]:
        """Pieces of about so many rows, joined to the truth where there is one.

        Raises
        ------
        InputError
            As `truebox.read_predictions`; rows are counted from the first of the piece, which is named.
        """
        first = 0
        with temporary_folder("truebox-pieces-") as folder:
            for piece in self.cut(self.path, folder, rows):
                try:
                    found = predictions_as_said(piece, truth=truth, format=self.format, **self.reading)
                except InputError as error:
                    raise self._of_whole(error, piece, first) from None
                piece.unlink()
                said = tuple(
                    replace(each, message=each.message.replace(str(piece), str(self.path)))
                    for each in found.findings
                )
                source = replace(found.source, name=str(self.path), path=self.path)
                yield replace(found, findings=said, source=source)
                first += len(found)

    def _of_whole(self, error: InputError, piece: Path, first: int) -> InputError:
        """The refusal of a piece as one of the file."""
        place = error.place.replace(str(piece), str(self.path))
        if first:
            place += f" (counted from row {first} of the file)"
        problem = error.problem.replace(str(piece), str(self.path))
        row = None if error.row is None else error.row + first
        return InputError(error.code, place, problem, error.fix, row=row)


@refuses_other_kinds
def prediction_pieces(path: Path, *, format: str | None = None, **reading: Any) -> PredictionPieces | None:
    """How to read the file in pieces; None where it is no list of COCO results, Parquet or Arrow.

    Parameters
    ----------
    path : Path
        The file.
    format : str, optional
        Of the file, instead of recognising it.
    **reading
        Other arguments of `read_predictions`.

    Examples
    --------
    >>> prediction_pieces(Path("no-such-file.json")) is None
    True
    """
    try:
        with open(path, "rb") as stream:
            head = stream.read(8)
            size = os.fstat(stream.fileno()).st_size
    except OSError:
        return None  # reading it says why
    if head.startswith(ARROW_MAGICS[:2]):  # old Feather is no stream of batches
        name = format or registry.find_format(path, "predictions")[0].name
        return PredictionPieces(path, name, rows_of_table(path), reading, cut_table)
    coco = format == COCO.name if format else path_looks_like_coco(path, "predictions")
    if coco and head.lstrip(_BLANK).startswith(b"["):
        return PredictionPieces(path, COCO.name, size // _BYTES_OF_ROW, reading, _cut_json)
    return None


def _cut_json(path: Path, folder: Path, rows: int) -> Iterator[Path]:
    """Lists of whole objects; what is wrong between two is left to the reader, with all that follows."""
    with MappedText(path) as text:
        begin, number = text.find(b"[") + 1, 0
        while True:
            end = native.after_objects(text, begin, rows * _BYTES_OF_ROW)
            after = _after_blank(text, end)
            more = after < len(text) and text[after : after + 1] == b","
            closed = after < len(text) and text[after : after + 1] == b"]"
            rest = _after_blank(text, after + 1)
            whole = (more and text[rest : rest + 1] != b"]") or (closed and rest == len(text))
            piece = folder / f"{number}.json"
            with open(piece, "wb") as file:
                file.write(b"[")
                file.write(text[begin : end if whole else len(text)])
                file.write(b"]" if whole else b"")
            text.let_go(end)
            text.require_unchanged()
            yield piece
            if closed or not whole:
                return
            begin, number = after + 1, number + 1


def _after_blank(text: MappedText, place: int) -> int:
    while place < len(text) and text[place : place + 1] in (b" ", b"\t", b"\r", b"\n"):
        place += 1
    return place
