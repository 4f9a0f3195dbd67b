"""A truth that memory would not hold: its images and classes as a whole, its objects piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.whole_folder import temporary_folder
from truebox.datasets import registry
from truebox.datasets.columns.finishing import joined_findings, repeats_said
from truebox.datasets.formats import coco
from truebox.datasets.pieces.table_cuts import cut_table, rows_of_table
from truebox.datasets.pieces.table_frame import frame_of_tables
from truebox.datasets.reading import truth_as_said
from truebox.datasets.texts.files import ARROW_MAGICS
from truebox.datasets.texts.not_in_pieces import NotInPiecesError
from truebox.errors import InputError
from truebox.records import Ids, Images, Strings, Truth

if TYPE_CHECKING:
    from truebox.datasets.formats.coco import TruthMembers
    from truebox.records import Finding, Source

__all__ = ["TruthFrame", "TruthPieces", "truth_pieces"]

_BYTES_EVALUATED = 190
"""What an object takes while it is read and matched, from above."""
_REPEATS = "W-142"
_FEWEST = 10_000
_BYTES_OF_IMAGE = 100  # of JSON, as most programs write it
_WHOLE_ONLY = ("lenient", "split", "task", "images", "single_class")
"""Options of reading under which a file is looked at as a whole."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class TruthFrame(Truth):
    """The images and classes of a truth whose objects are read piece by piece.

    Parameters
    ----------
    pieces : TruthPieces
        Of the objects.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "truth.json"
    ...     _ = path.write_text('{"images": [{"id": 7}], "annotations": [], "categories": []}')
    ...     frame = truth_pieces(path).frame(100)
    >>> len(frame), frame.images.ids.tolist()
    (0, [7])
    """

    pieces: TruthPieces


@dataclass(frozen=True, slots=True)
class TruthPieces:
    """A file of truth that can be read piece by piece.

    Parameters
    ----------
    path : Path
    format : str
    rows : int
        How many objects there are; of JSON about how many.
    reading : mapping
        What `read_truth` is told besides.
    members : mapping or None
        Of COCO where its lists are; None of tables.

    Examples
    --------
    >>> import tempfile
    >>> row = '{"id": %d, "image_id": 7, "category_id": 1, "bbox": [0, 0, 9, 9], "area": 81}'
    >>> rows = ", ".join(row % number for number in (1, 2, 3))
    >>> classes = '[{"id": 1, "name": "cat"}]'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "truth.json"
    ...     text = '{"images": [{"id": 7}], "annotations": [%s], "categories": %s}' % (rows, classes)
    ...     _ = path.write_text(text)
    ...     pieces = truth_pieces(path)
    ...     frame = pieces.frame(100)
    ...     len(frame), len(frame.images), sum(map(len, pieces.read(frame, 2)))
    (0, 1, 3)
    """

    path: Path
    format: str
    rows: int
    reading: Mapping[str, Any]
    members: TruthMembers | None

    @refuses_other_kinds
    def exceed(self, limit: int) -> bool:
        """Whether reading all of them at once takes more than so many bytes."""
        return self.rows > limit // _BYTES_EVALUATED

    @refuses_other_kinds
    def framed(self, limit: int) -> TruthFrame | None:
        """The `frame` of a truth that exceeds so many bytes; None where it does not, or cannot be cut."""
        try:
            return self.frame(max(limit // _BYTES_EVALUATED // 4, _FEWEST)) if self.exceed(limit) else None
        except NotInPiecesError:
            return None

    def whole(self) -> Truth:
        """All of them at once."""
        return truth_as_said(self.path, format=self.format, **self.reading)

    @refuses_other_kinds
    def frame(self, rows: int) -> TruthFrame:
        """Every image and class, and no object, read in pieces of about so many rows.

        Raises
        ------
        NotInPiecesError
            Only the whole can be read, or nothing, as that will say.
        """
        if self.members is None:
            frame = frame_of_tables(self.path, self._pieces(self._tables, rows), self.reading)
        else:
            frame = _joined(self._pieces(self._lists(b"images"), rows))
        if frame.states:
            raise NotInPiecesError  # made for a protocol that reads more of it
        values = {name: getattr(frame, name) for name in Truth.__dataclass_fields__}
        return TruthFrame(**{**values, "source": self._source(frame.source)}, pieces=self)

    def read(self, frame: Truth, rows: int) -> Iterator[Truth]:
        """The objects of the file in pieces of about so many rows, with the images and classes of the frame.

        Ids of annotations count on where the file has none.

        Raises
        ------
        NotInPiecesError
            As `frame`.
        """
        cut = self._tables if self.members is None else self._lists(b"annotations")
        known = dict(zip(frame.categories.names, frame.categories.ids.values.tolist(), strict=False))
        first = 0
        for piece in self._pieces(cut, rows):
            category = piece.category
            if self.members is None:
                codes, places = np.unique(category.values, return_inverse=True)
                names = dict(zip(piece.categories.ids.values.tolist(), piece.categories.names, strict=True))
                category = Ids(
                    np.array([known[names[code]] for code in codes.tolist()], dtype=np.int64)[places]
                )
            ids = piece.ids if self.members is not None else Ids(piece.ids.values + first)
            yield replace(
                piece,
                images=frame.images,
                categories=frame.categories,
                category=category,
                ids=ids,
                source=frame.source,
            )
            first += len(piece)

    @staticmethod
    @refuses_other_kinds
    def noticed(
        said: Iterable[tuple[int, Sequence[Finding]]], repeats: tuple[int, tuple[int, ...]]
    ) -> tuple[Finding, ...]:
        """What was noticed in the pieces, as of the whole.

        Parameters
        ----------
        said : iterable of int and findings
            The first row of each piece, and its findings; what it says of repeated ids is not taken.
        repeats : int and rows
            How many annotations of all have the id of an earlier one, and the first of them.
        """
        joined = joined_findings(
            (first, [each for each in findings if each.code != _REPEATS]) for first, findings in said
        )
        return (*joined, repeats_said(*repeats)) if repeats[0] else joined

    def _source(self, source: Source) -> Source:
        return replace(source, name=str(self.path), path=self.path)

    def _lists(self, name: bytes) -> Callable[[Path, int], Iterator[Path]]:
        members = self.members
        assert members is not None  # of COCO

        def cut(folder: Path, rows: int) -> Iterator[Path]:
            length = _BYTES_OF_IMAGE if name == b"images" else coco.bytes_of_annotation(self.path, members)
            return coco.cut_truth(self.path, members, name, folder, int(rows * length))

        return cut

    def _tables(self, folder: Path, rows: int) -> Iterator[Path]:
        return cut_table(self.path, folder, rows)

    def _pieces(self, cut: Callable[[Path, int], Iterator[Path]], rows: int) -> Iterator[Truth]:
        """What the pieces hold, under the name of the file."""
        with temporary_folder("truebox-pieces-") as folder:
            for piece in cut(folder, rows):
                try:
                    found = truth_as_said(piece, format=self.format, **self.reading)
                except InputError:
                    raise NotInPiecesError from None  # the whole says which row, and of what file
                piece.unlink()
                said = tuple(
                    replace(each, message=each.message.replace(str(piece), str(self.path)))
                    for each in found.findings
                )
                yield replace(found, findings=said, source=self._source(found.source))


@refuses_other_kinds
def truth_pieces(path: Path, *, format: str | None = None, **reading: Any) -> TruthPieces | None:
    """How to read the file in pieces; None where it is no COCO JSON, and no Parquet or Arrow table.

    Parameters
    ----------
    path : Path
        The file.
    format : str, optional
        Of the file, instead of recognising it.
    **reading
        Other arguments of `read_truth`.

    Examples
    --------
    >>> truth_pieces(Path("no-such-file.json")) is None
    True
    """
    if any(reading.get(name) for name in _WHOLE_ONLY):
        return None
    try:
        with open(path, "rb") as stream:
            head = stream.read(8)
    except OSError:
        return None  # reading it says why
    if head.startswith(ARROW_MAGICS[:2]):  # old Feather is no stream of batches
        name = format or registry.find_format(path, "truth")[0].name
        return None if name != "table" else TruthPieces(path, name, rows_of_table(path), reading, None)
    if reading.get("box_format") is not None:
        return None  # COCO says itself how its boxes are
    recognised = format == coco.FORMAT.name if format else coco.path_looks_like_coco(path, "truth")
    members = coco.members_of_truth(path) if recognised else None
    return None if members is None else _of_lists(path, members, reading)


def _of_lists(path: Path, members: TruthMembers, reading: Mapping[str, Any]) -> TruthPieces:
    begin, end = members[b"annotations"]
    length = coco.bytes_of_annotation(path, members)
    shaped = reading.get("geometry", "boxes") != "boxes"  # then the text is kept, or what it says
    rows = int((end - begin) / (min(length, 100) if shaped else length))
    return TruthPieces(path, coco.FORMAT.name, rows, reading, members)


def _joined(pieces: Iterable[Truth]) -> Truth:
    """The images of all pieces in one."""
    found = list(pieces)
    first = found[0]
    images = [each.images for each in found]
    if any(each.images.ids.are_strings for each in found):
        if not all(each.images.ids.are_strings or not len(each.images) for each in found):
            raise NotInPiecesError  # numbers are texts then, beside texts
        ids = Ids.of([value for each in images for value in each.ids.tolist()])
        repeated = len(ids.names or ()) < len(ids)
    else:
        ids = Ids(np.concatenate([each.ids.values for each in images]))
        repeated = len(ids.distinct()) < len(ids)
    if repeated or any(each.findings or each.states != first.states for each in found):
        raise NotInPiecesError  # an image that is listed again may be another there
    lengths = [np.diff(each.file_names.offsets) for each in images]
    offsets = np.zeros(len(ids) + 1, dtype=np.int64)
    np.cumsum(np.concatenate(lengths), out=offsets[1:])
    buffers = [
        bytes(memoryview(each.file_names.buffer)[each.file_names.offsets[0] : each.file_names.offsets[-1]])
        for each in images
    ]
    return replace(
        first,
        images=Images(
            ids=ids,
            sizes=np.concatenate([each.sizes for each in images]),
            file_names=Strings(b"".join(buffers), offsets),
        ),
    )
