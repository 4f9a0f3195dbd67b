"""All annotations of a folder as columns, whichever reader took them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox._native.begun_folder import read_voc_files
from truebox.datasets.folders.folder_listing import names_blob
from truebox.datasets.formats.voc.annotation_xml import FLAGS, Annotation, read_annotation
from truebox.records import Strings

if TYPE_CHECKING:
    from truebox.datasets.row_errors import RowErrors
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array

__all__ = ["AnnotationTable", "read_annotation_table"]

_ABSENT, _DECLINED = 0, 2


@dataclass(frozen=True, slots=True, eq=False)
class AnnotationTable:
    """One entry per file and one row per object, in the order of the files.

    Parameters
    ----------
    names : sequence of str
        The files.
    sizes : int64 array [F, 2]
        Width and height; 0 where the file does not say.
    file_names : Strings [F]
        Of the pictures, as written.
    file, number, category : int64 arrays [N]
        Of each object: which file, which object of it (from 1), which class.
    classes : tuple of str
        In the order of their first object.
    corners : float64 array [N, 4]
        xmin, ymin, xmax, ymax as written.
    flags : int8 array [N, 3]
        difficult, truncated, occluded; -1 where not given.
    """

    names: Sequence[str]
    sizes: Int64Array
    file_names: Strings
    file: Int64Array
    number: Int64Array
    category: Int64Array
    classes: tuple[str, ...]
    corners: FloatArray
    flags: AnyArray

    def __len__(self) -> int:
        return len(self.file)

    def place(self, row: int) -> str:
        """Where a row stands, for messages."""
        return f"{self.names[self.file[row]]} object {self.number[row]}"

    def kept(self, rows: BoolArray) -> AnnotationTable:
        """Only these rows."""
        return AnnotationTable(
            self.names, self.sizes, self.file_names, self.file[rows], self.number[rows],
            self.category[rows], self.classes, self.corners[rows], self.flags[rows],
        )  # fmt: skip


def read_annotation_table(
    root: Path, names: Sequence[str], errors: RowErrors, threads: int | None
) -> AnnotationTable:
    """The annotations of XML files, which are relative to `root`.

    Raises
    ------
    InputError
        A file is no annotation (E-406, E-407), too large (E-413) or gone (E-101); an object is broken
        (E-408).
    """
    found = read_voc_files(root, names_blob(names), threads or 0)
    states, sizes, texts, text_ends, file, number, category, classes, corners, flags = found
    table = AnnotationTable(
        names=names,
        sizes=sizes.reshape(-1, 2),
        file_names=Strings(texts, np.concatenate((np.zeros(1, dtype=np.int64), text_ends))),
        file=file,
        number=number,
        category=category,
        classes=classes,
        corners=corners.reshape(-1, 4),
        flags=flags.reshape(-1, len(FLAGS)),
    )
    rest = np.flatnonzero((states == _ABSENT) | (states == _DECLINED)).tolist()
    if not rest:
        return table
    slow = {row: read_annotation(root / names[row], names[row], errors) for row in rest}
    return _with_slow(table, slow)


def _with_slow(table: AnnotationTable, slow: dict[int, Annotation]) -> AnnotationTable:
    files = list(table.file_names)
    sizes = table.sizes.copy()
    codes = {name: code for code, name in enumerate(table.classes)}
    file, number, category = [], [], []
    corners: list[Sequence[float]] = []
    flags: list[Sequence[int]] = []
    for row, found in slow.items():
        sizes[row] = found.width, found.height
        files[row] = found.file_name
        for at, name, box, said in found.objects:
            file.append(row)
            number.append(at)
            category.append(codes.setdefault(name, len(codes)))
            corners.append(box)
            flags.append(said)
    both = np.concatenate((table.file, np.array(file, dtype=np.int64)))
    order = np.argsort(both, kind="stable")
    all_codes = np.concatenate((table.category, np.array(category, dtype=np.int64)))[order]
    first = np.full(len(codes), len(all_codes), dtype=np.int64)
    np.minimum.at(first, all_codes, np.arange(len(all_codes)))
    by_first = np.argsort(first, kind="stable")
    new_code = np.empty(len(codes), dtype=np.int64)
    new_code[by_first] = np.arange(len(codes))
    listed = list(codes)
    return AnnotationTable(
        names=table.names,
        sizes=sizes,
        file_names=Strings.of(files),
        file=both[order],
        number=np.concatenate((table.number, np.array(number, dtype=np.int64)))[order],
        category=new_code[all_codes],
        classes=tuple(listed[code] for code in by_first.tolist()),
        corners=np.concatenate((table.corners, np.array(corners, dtype=np.float64).reshape(-1, 4)))[order],
        flags=np.concatenate((table.flags, np.array(flags, dtype=np.int8).reshape(-1, len(FLAGS))))[order],
    )
