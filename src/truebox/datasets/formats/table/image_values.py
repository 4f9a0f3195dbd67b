"""Columns of a table that say one thing of each image."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.arrow_table import names_of_arrow, read_arrow
from truebox.datasets.texts.csv.table import head_of_csv, read_csv
from truebox.datasets.texts.files import ARROW_MAGICS, open_file
from truebox.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.records import Ids, Images

__all__ = ["image_values_of_file"]


def image_values_of_file(path: Path, images: Images) -> dict[str, dict[int | str, object]]:
    """Name to image id to text, of columns whose rows of one image agree; the image's own column is not one.

    Raises
    ------
    InputError
        The file cannot be read.
    """
    texts = _texts(path)
    ids = images.ids.tolist()
    id_of: dict[object, int | str] = {str(id): id for id in ids}
    id_of |= {images.file_names[row]: id for row, id in enumerate(ids) if images.file_names[row]}
    columns = {name: [_text(code) for code in column.tolist()] for name, column in texts.items()}
    # Whatever option named the column of images: it is the one that holds them all.
    named = next(
        (name for name, cells in columns.items() if all(cell in id_of for cell in cells if cell)), None
    )
    if named is None:
        return {}
    rows = [id_of.get(cell) for cell in columns.pop(named)]
    found = {}
    for name, cells in columns.items():
        values: dict[int | str, object] = {}
        agree = all(
            id is None or not cell or values.setdefault(id, cell) == cell
            for id, cell in zip(rows, cells, strict=True)
        )
        if agree and values:
            found[name] = values
    return found


def _texts(path: Path) -> Mapping[str, Ids]:
    """Every column that can be read as names."""
    with open_file(path) as stream:
        is_arrow = stream.read(6).startswith(ARROW_MAGICS)
    if not is_arrow:
        head = head_of_csv(path, headless=True)
        return read_csv(path, head, dict.fromkeys(head.names, "text"), ReadOptions()).texts
    found: dict[str, Ids] = {}
    for name in names_of_arrow(path):
        with contextlib.suppress(InputError):  # numbers with a point, lists: they name nothing
            found |= read_arrow(path, {name: "text"})[0].texts
    return found


def _text(value: object) -> str:
    return "" if value is None else str(value)
