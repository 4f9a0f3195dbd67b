"""``image_sizes.csv``: names and sizes of images where a folder of labels has no pictures.

No part of YOLO, whose tools leave the file alone: written with the labels, so that nothing is lost, and read
where there are no pictures to ask.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.saying import say
from truebox.datasets.texts.csv.row_texts import own_texts, row_texts, wholes
from truebox.datasets.texts.csv.writer import quoted_cells
from truebox.datasets.texts.small_text import read_small_text
from truebox.errors import InputError
from truebox.records import Strings

if TYPE_CHECKING:
    from truebox.typing import Int64Array

__all__ = ["SIZE_LIST", "read_size_list", "size_list_text"]

SIZE_LIST = "image_sizes.csv"
_HEADER = ["label", "file_name", "width", "height"]
_LARGEST_SIZE = 10**9


def size_list_text(labels: Sequence[str], files: Strings, sizes: Int64Array) -> bytes:
    r"""The text of the list.

    Examples
    --------
    >>> import numpy as np
    >>> size_list_text(["a"], Strings.of(["a.jpg"]), np.array([[640, 480]]))
    b'label,file_name,width,height\na,a.jpg,640,480\n'
    """
    head = ",".join(_HEADER).encode() + b"\n"
    columns = [
        *(own_texts(quoted_cells(texts)) for texts in (Strings.of(labels), files)),
        *map(wholes, sizes.T),
    ]
    return head + row_texts(columns, ["", ",", ",", ",", "\n"])[0]


def read_size_list(folder: Path) -> dict[str, tuple[str, int, int]]:
    """File name, width and height by the label's name without suffix; without a list nothing (E-403)."""
    path = folder / SIZE_LIST
    if not path.is_file():
        return {}
    rows = csv.reader(io.StringIO(read_small_text(path), newline=""))
    found = {}
    for line, row in enumerate(rows, start=1):
        if line == 1 and row == _HEADER:
            continue
        sizes = [int(text) for text in row[2:] if text.isascii() and text.isdigit() and len(text) < 11]
        if len(row) != len(_HEADER) or len(sizes) != 2 or max(sizes) > _LARGEST_SIZE:
            problem = f"{say(','.join(row))} is not: {', '.join(_HEADER)}"
            raise InputError("E-403", f"{path} line {line}", problem, "repair the row, or remove the file")
        found[row[0]] = (row[1], sizes[0], sizes[1])
    return found
