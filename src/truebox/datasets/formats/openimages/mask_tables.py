"""Tables of true masks: encoded in a column, or as pictures that a column names."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._native.many_calls import by_all_threads
from truebox._pillow import decoded
from truebox._writing.saying import say
from truebox.datasets.columns.object_table import sizes_of_rows
from truebox.datasets.folders.picture_masks import masks_of_pictures
from truebox.datasets.formats.openimages.class_names import described
from truebox.datasets.formats.openimages.encoded_masks import decoded_cells
from truebox.datasets.formats.openimages.format import BOX, GROUP, MASK, PICTURE, PUBLISHED_BOX, SIZE
from truebox.datasets.texts.csv.table import head_of_csv, read_csv
from truebox.errors import InputError
from truebox.masks import encode_masks, masks_to_compressed
from truebox.records import Ids

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from truebox.datasets.options import ReadOptions
    from truebox.datasets.texts.table import ColumnKind, Table
    from truebox.records import Finding
    from truebox.typing import BoolArray, ByteArray, FloatArray, Int64Array

__all__ = ["MaskTable", "masks_of_table", "read_mask_table", "refuse_absent"]

_AT_ONCE = 1024  # pictures


class MaskTable(NamedTuple):
    """The masks of a file.

    Parameters
    ----------
    image, category : Ids [N]
    boxes : float64 array [N, 4]
        Of the box that each mask belongs to, as fractions: left, top, right, bottom.
    group : float64 array [N] or None
        1 where the mask is of a group; None where the file does not say.
    sizes : int64 array [N, 2]
        Height and width.
    texts : list of bytes or None [N]
        Run lengths; None where a row has no mask.
    place : callable
        Row to what a message calls it.
    findings : tuple of Finding
    """

    image: Ids
    category: Ids
    boxes: FloatArray
    group: FloatArray | None
    sizes: Int64Array
    texts: list[bytes | None]
    place: Callable[[int], str]
    findings: tuple[Finding, ...]


def read_mask_table(path: Path, options: ReadOptions) -> MaskTable:
    """The masks of a file: its column ``Mask``, or pictures that ``MaskPath`` names, in its folder or below.

    Raises
    ------
    InputError
        A column is missing (E-420), a cell is no mask (E-169), a picture is absent or broken (E-172, E-173).
    """
    head = head_of_csv(path)
    encoded = MASK in head.names
    box = BOX if set(BOX) <= set(head.names) else PUBLISHED_BOX
    texts: list[str] = ["ImageID", "LabelName", MASK if encoded else PICTURE]
    numbers = [*box, *(SIZE if encoded else ()), *([GROUP] if GROUP in head.names else [])]
    wanted: dict[str, ColumnKind] = dict.fromkeys(texts, "text")
    wanted |= dict.fromkeys(numbers, "number")
    refuse_absent(path, head.names, wanted)
    table = read_csv(path, head, wanted, options, decimal_commas=True)
    if encoded:
        table, held, sizes = masks_of_table(table, options)
    else:
        held, sizes = _of_pictures(table, path.parent)
    return MaskTable(
        image=table.texts["ImageID"],
        category=described(table.texts["LabelName"], options.classes),
        boxes=np.stack([table.numbers[name] for name in box], axis=1),
        group=table.numbers.get(GROUP),
        sizes=sizes,
        texts=held,
        place=table.place,
        findings=table.findings(),
    )


def refuse_absent(path: Path, names: Sequence[str], wanted: Sequence[str] | dict[str, ColumnKind]) -> None:
    """Raise InputError where a column is missing (E-420)."""
    absent = [name for name in wanted if name not in names]
    if absent:
        fix = "write the header of Open Images, or name another format with --truth-format"
        raise InputError("E-420", f"{path} line 1", f"there is no column {', '.join(absent)}", fix)


def masks_of_table(table: Table, options: ReadOptions) -> tuple[Table, list[bytes | None], Int64Array]:
    """The rows whose masks can be taken, their run lengths, and their sizes [N, 2], height first."""
    held, taken = decoded_cells(
        [str(cell) for cell in table.texts[MASK].tolist()], table.place, options.errors
    )
    if not taken.all():
        table, held = _rows_of(table, taken), [text for text, row in zip(held, taken, strict=True) if row]
    width, height = (table.numbers[name] for name in SIZE)
    sizes = sizes_of_rows(width, height, table.place)[:, ::-1]
    unsized = np.flatnonzero(
        (sizes <= 0).any(axis=1) & np.array([text is not None for text in held], dtype=bool)
    )
    if len(unsized):
        row = int(unsized[0])
        fix = "write width and height of the image as whole numbers"
        raise InputError("E-427", table.place(row), "the mask has no size", fix, row=row)
    return table, held, np.ascontiguousarray(sizes)


def _rows_of(table: Table, taken: BoolArray) -> Table:
    rows = np.flatnonzero(taken)
    return replace(
        table,
        rows=len(rows),
        numbers={name: column[rows] for name, column in table.numbers.items()},
        texts={name: Ids(column.values[rows], column.names) for name, column in table.texts.items()},
        place=lambda row: table.place(int(rows[row])),
    )


def _of_pictures(table: Table, folder: Path) -> tuple[list[bytes | None], Int64Array]:
    """Run lengths and sizes of the pictures, whose pixels that are not black belong to the object."""
    files = _pictures_below(folder)
    names = list(map(str, table.texts[PICTURE].tolist()))
    texts: list[bytes | None] = []
    sizes = np.zeros((table.rows, 2), dtype=np.int64)
    for first in range(0, len(names), _AT_ONCE):
        some = names[first : first + _AT_ONCE]
        masks = _masks_of([files[base] for name in some if (base := os.path.basename(name)) in files])
        for row, name in enumerate(some, start=first):
            if name and os.path.basename(name) not in files:
                problem = f"the picture {say(name)} is neither in {folder} nor below it"
                fix = "unpack the archives of masks beside the CSV that names them"
                raise InputError("E-172", table.place(row), problem, fix, row=row)
            if name:
                sizes[row], text = next(masks)
            texts.append(text if name else None)
    return texts, sizes


def _masks_of(files: list[Path]) -> Iterator[tuple[tuple[int, ...], bytes]]:
    """Size and run lengths of each picture."""
    read = masks_of_pictures(files, ("grey",), apart=False, threads=None)
    plain, counts, sizes = read.plain.tolist(), np.diff(read.bounds).tolist(), read.sizes.tolist()
    texts = iter(masks_to_compressed(read.masks))
    alone = [file for file, is_plain in zip(files, plain, strict=True) if not is_plain]
    one_by_one = by_all_threads(_mask_of, alone, None)
    for is_plain, count, size in zip(plain, counts, sizes, strict=True):
        if not is_plain:
            yield next(one_by_one)
        elif count:
            yield tuple(size), next(texts)
        else:  # all black
            yield tuple(size), masks_to_compressed(encode_masks(np.zeros((1, *size), dtype=bool)))[0]


def _mask_of(file: Path) -> tuple[tuple[int, ...], bytes]:
    pixels = decoded(file, _grey, name=str(file), purpose="Reading pictures of masks", plain=("grey",)) != 0
    return pixels.shape, masks_to_compressed(encode_masks(pixels[None]))[0]


def _grey(picture: object) -> ByteArray:
    found: ByteArray = np.asarray(picture.convert("L"))  # type: ignore[attr-defined]
    return found


def _pictures_below(folder: Path) -> dict[str, Path]:
    """PNG files by their names, in a folder and below."""
    found: dict[str, Path] = {}
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            if name.lower().endswith(".png"):
                found.setdefault(name, Path(here, name))
    return found
