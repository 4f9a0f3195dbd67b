"""Which columns of a table are likely to hold what, to propose them to a person."""

from __future__ import annotations

import re
from collections.abc import Sequence

from truebox.datasets.formats.table.column_roles import BOX_ROLES
from truebox.datasets.texts.label_lines import are_numbers

__all__ = ["suggested_columns"]

_UNKNOWN = "image=file,label=kind,x1=west,y1=north,x2=east,y2=south"
_UNSAYABLE = re.compile(r"[\s,'\"]")  # in a name, as a word of the command line
_CENTRE = re.compile(r"cent|mid|^[xy]_?c|c_?[xy]$", re.IGNORECASE)
_PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".gif", ".tif", ".tiff", ".webp")


def suggested_columns(names: Sequence[str], rows: Sequence[Sequence[str]], role: str) -> str:
    """A value of the option ``columns`` that fits the first rows; an example where they tell too little.

    Examples
    --------
    >>> suggested_columns(["pic", "w", "n", "e", "s"], [["a.jpg", "1", "2", "30", "40"]], "truth")
    'image=pic,x1=w,y1=n,x2=e,y2=s'
    >>> suggested_columns(["pic", "x_mid", "y_mid", "w", "h"], [["a.jpg", "9", "8", "30", "40"]], "truth")
    'image=pic,cx=x_mid,cy=y_mid,w=w,h=h'
    >>> suggested_columns(["a", "b"], [], "truth")
    'image=file,label=kind,x1=west,y1=north,x2=east,y2=south'
    """
    example = _UNKNOWN + (",score=p" if role == "predictions" else "")
    filled = [row for row in rows if all(row)] or [row for row in rows if any(row[1:])]
    columns = [
        (name, [_pointed(cell) for cell in cells])
        for name, cells in (zip(names, zip(*filled, strict=True), strict=True) if filled else ())
    ]
    texts = [(name, cells) for name, cells in columns if not are_numbers(cells)]
    numbers = [(name, [float(cell) for cell in cells]) for name, cells in columns if are_numbers(cells)]
    texts.sort(key=lambda each: not all(cell.lower().endswith(_PICTURES) for cell in each[1]))
    score = _score(numbers) if role == "predictions" else None
    sides = [each for each in numbers if each is not score]
    if not texts or len(sides) < 4 or (role == "predictions" and score is None):
        return example
    found = {"image": texts[0][0]} | ({"label": texts[1][0]} if len(texts) > 1 else {})
    names_of_four = [name for name, _ in sides[:4]]
    four = _four([cells for _, cells in sides[:4]])
    if all(map(_CENTRE.search, names_of_four[:2])):
        four = BOX_ROLES["cxcywh"]
    found |= dict(zip(four, names_of_four, strict=True))
    if score is not None:
        found["score"] = score[0]
    if any(_UNSAYABLE.search(name) or not name for name in found.values()):
        return example
    return ",".join(f"{each}={name}" for each, name in found.items())


def _pointed(cell: str) -> str:
    """The cell, with a point where it is a number with a decimal comma."""
    pointed = cell.replace(",", ".", 1)
    return pointed if are_numbers([pointed]) else cell


def _score(numbers: Sequence[tuple[str, list[float]]]) -> tuple[str, list[float]] | None:
    """The last column of numbers from 0 to 1, rather one with fractions."""
    found = [each for each in numbers if all(0 <= value <= 1 for value in each[1])]
    return max(
        found, key=lambda each: (any(value % 1 for value in each[1]), numbers.index(each)), default=None
    )


def _four(columns: Sequence[Sequence[float]]) -> tuple[str, ...]:
    """Corners, where third and fourth are never below first and second; else corner and size."""
    x, y, third, fourth = columns
    corners = all(a <= b for a, b in zip((*x, *y), (*third, *fourth), strict=True))
    return BOX_ROLES["xyxy" if corners else "xywh"]
