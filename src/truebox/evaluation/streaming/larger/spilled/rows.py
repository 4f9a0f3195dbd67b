"""Detections in files by image, in the order in which they came, until their images are evaluated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets import NotInPiecesError
from truebox.evaluation.states.alignment import align, positions, sorted_table
from truebox.evaluation.streaming.larger.spilled.files import SpilledFiles
from truebox.records import Ids
from truebox.records.taking import take_predictions

if TYPE_CHECKING:
    from truebox.evaluation.streaming.larger.stretches import TruthByStretch
    from truebox.records import Finding, Predictions, Source, Truth

__all__ = ["SpilledRows"]

_JOINED = "W-151"
_ROW = np.dtype([("image", "<i4"), ("category", "<i4"), ("box", "<f8", 4), ("score", "<f8")])


class SpilledRows:
    """Pieces of predictions are taken, and given back by neighbouring images.

    Parameters
    ----------
    home : Path
        A folder for the files.
    truth : TruthByStretch
        Whose images and classes they are of.
    """

    def __init__(self, home: Path, truth: TruthByStretch) -> None:
        self._truth = truth
        self._images = truth.stretches.table
        self._categories = sorted_table(truth.frame.categories.ids)
        self._findings: list[Finding] = []
        self._seen: set[tuple[str, str]] = set()
        self._files = SpilledFiles(home, "rows", len(truth.weights), _ROW)
        self._last: Predictions | None = None

    @property
    def source(self) -> Source:
        """Of the predictions."""
        assert self._last is not None  # as in `_found`
        source = self._last.source
        return replace(source, description=f"{source.description}, read in pieces")

    def close(self) -> None:
        """Everything is written."""
        self._files.close()

    def add(self, piece: Predictions) -> None:
        """Write the rows of a piece.

        Raises
        ------
        NotInPiecesError
            They have boxes or points where those of another piece have none, or the other way round.
        """
        image, _ = positions(piece.image, self._images, 1)
        category, _ = positions(piece.category, self._categories, 1)
        if len(piece) and (image.min() < 0 or category.min() < 0):
            align(self._truth.frame, piece, images=None, categories=None, class_agnostic=False, threads=1)
        if len(piece) or self._last is None:
            self._refuse_other_kind(piece)
            self._last = take_predictions(piece, np.empty(0, dtype=np.int64))
        rows = np.empty(len(piece), dtype=_ROW)
        rows["image"], rows["category"] = image, category
        rows["box"], rows["score"] = piece.boxes, piece.scores
        self._files.add(self._truth.stretches.of(piece.image), rows, piece)
        for each in piece.findings:
            # How images are joined is said with an example (W-151): that of the first piece stands for all.
            said = each.message.partition(": ")[0] if each.code == _JOINED else each.message
            if (each.code, said) not in self._seen:
                self._seen.add((each.code, said))
                self._findings.append(each)

    def _refuse_other_kind(self, piece: Predictions) -> None:
        last = self._last
        if last is None or not len(piece):
            return
        kinds = [
            (
                each.boxed,
                each.segmentations is None,
                None if each.keypoints is None else each.keypoints.per_row,
            )
            for each in (piece, last)
        ]
        if kinds[0] != kinds[1]:
            raise NotInPiecesError

    def groups(self, most: int) -> Iterator[tuple[Truth, Predictions]]:
        """Truth and predictions of neighbouring images, with at most so many rows where possible.

        Masks and points weigh as many rows as boxes would take in the same bytes.
        """
        weights = self._files.weights + self._truth.weights
        stretches, first = len(weights), 0
        while first < stretches:
            last = first + 1
            while last < stretches and weights[first : last + 1].sum() <= most:
                last += 1
            if len(self._truth.stretches.images(first, last)):
                yield self._truth.of(first, last), self._found(first, last)
            first = last

    def _found(self, first: int, last: int) -> Predictions:
        assert self._last is not None  # a file has a piece, if only an empty one
        rows, masks, points = self._files.read(first, last, self._last)
        return replace(
            self._last,
            image=Ids(self._images.values[rows["image"]], self._images.names),
            category=Ids(self._categories.values[rows["category"]], self._categories.names),
            boxes=np.ascontiguousarray(rows["box"]),
            scores=np.ascontiguousarray(rows["score"]),
            segmentations=masks,
            keypoints=points,
            attributes={},
            source_rows=None,
            findings=tuple(self._findings if first == 0 else []),
        )
