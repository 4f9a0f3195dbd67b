"""Files with a box on every line: x, y, width, height of one object, frame by frame."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from truebox.typing import FloatArray

__all__ = ["read_box_lines", "read_flags"]

_BETWEEN = re.compile(r"[,;\s]+")
_FIX = "write x,y,width,height on every line; 0,0,0,0 where nothing is found"


def read_box_lines(file: Path) -> FloatArray:
    """The boxes of a file [T, 4], with commas, tabs or blanks between the numbers; NaN stays.

    Raises
    ------
    InputError
        E-596: a line is empty, or has no four numbers; the file has none.
    """
    lines = _lines(file)
    if not lines:
        raise InputError("E-596", str(file), "the file is empty", _FIX)
    boxes = _quickly("\n".join(lines))
    if boxes is not None and boxes.shape == (len(lines), 4):
        return boxes
    return np.array([_numbers(line, file, row) for row, line in enumerate(lines, start=1)])


def read_flags(file: Path, frames: int) -> FloatArray:
    """One number for each frame, on lines or with commas between.

    Raises
    ------
    InputError
        E-596: something is no number; E-597: there are not as many as frames.
    """
    words = [word for line in _lines(file) for word in _BETWEEN.split(line.strip()) if word]
    try:
        flags = np.array([float(word) for word in words])
    except ValueError:
        word = next(each for each in words if not _is_number(each))
        fix = "write one number for every frame"
        raise InputError("E-596", str(file), f"{word!r:.40} is no number", fix) from None
    if len(flags) != frames:
        problem = f"{len(flags)} values, and the truth beside it has {frames} frames"
        raise InputError("E-597", str(file), problem, "write one value for every frame of the truth")
    return flags


def _lines(file: Path) -> list[str]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("E-596", str(file), "the file is no text", _FIX) from None
    return text.rstrip().splitlines()


def _quickly(text: str) -> FloatArray | None:
    """The numbers, None where a line has others than the rest."""
    try:
        plain = text.replace(",", " ").replace(";", " ")
        found: FloatArray = np.loadtxt(io.StringIO(plain), ndmin=2, comments=None)
    except ValueError:
        return None
    return found


def _numbers(line: str, file: Path, row: int) -> list[float]:
    words = [word for word in _BETWEEN.split(line.strip()) if word]
    place = f"{file} line {row}"
    if not words:
        raise InputError("E-596", place, "the line is empty", _FIX, row=row)
    if len(words) != 4 or not all(map(_is_number, words)):
        problem = f"expected four numbers, got {line.strip()!r:.60}"
        raise InputError("E-596", place, problem, _FIX, row=row)
    return [float(word) for word in words]


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
