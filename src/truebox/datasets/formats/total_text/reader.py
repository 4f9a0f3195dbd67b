"""Words of Total-Text as records; the facts relied on stand in `format`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.columns.plain.outlines import outline_predictions
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.rotated_corners import extent
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.folder_files import files_in, without_suffix
from truebox.datasets.folders.one_file import refuse_second
from truebox.datasets.folders.picture_folder import size_of_picture
from truebox.datasets.formats.total_text.format import FORMAT, TRUTH_FILE
from truebox.datasets.texts.files import open_file, read_bytes
from truebox.datasets.texts.label_lines import label_lines, numbers_of
from truebox.datasets.texts.matlab import read_matlab
from truebox.errors import InputError
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Predictions, Truth

__all__ = ["read_predictions", "read_truth"]

_LABEL, _NOT_READ, _COLUMNS = "text", "#", 6
_WORD = re.compile(
    r"x:\s*\[\[([^\]]*)\]\]\s*,\s*y:\s*\[\[([^\]]*)\]\]\s*,\s*ornt:\s*\[u?'?([^\]']*)'?\]\s*,"
    r"\s*transcriptions:\s*\[u?('[^\n]*?'|\"[^\n]*?\"|)\]\s*(?=x:|\Z)"
)


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """Words in the order of their files; those whose orientation is ``#`` are ignored."""
    rows = TruthRows(Source(str(path), FORMAT.name, FORMAT.title, path), options)
    rows.categories(options.classes or ())
    label = next(iter(options.classes or ()), _LABEL)
    seen: dict[str, str] = {}
    for file, key in _files(path):
        refuse_second(seen, key, str(file), path)
        width, height = size_of_picture(options, key)
        image = rows.image(key, width=width, height=height)
        words = _of_matlab(file) if file.suffix.lower() == ".mat" else _of_text(file)
        for place, x, y, orientation, text in words:
            try:
                corners = _joined(x, y, place)
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(
                image,
                rows.category(label),
                extent(corners),
                place,
                ignore=orientation == _NOT_READ,
                polygons=[corners],
                attributes={"text": text, "orientation": orientation},
            )
    return rows.truth()


def _files(path: Path) -> Iterator[tuple[Path, str]]:
    """Files and their images: MATLAB's where there are any, else the texts."""
    if not path.is_dir():
        yield path, _image(path.name)
        return
    found = []
    for suffix in (".mat", ".txt"):
        try:
            listed = files_in(path, suffix)
        except InputError:
            continue
        found = [(file, _image(name)) for file, name in listed if TRUTH_FILE.fullmatch(file.name)]
        if found:
            break
    if not found:
        problem = "no file in this folder is called poly_gt_<image>.mat or .txt"
        raise InputError("E-101", str(path), problem, "name the folder that holds the annotations")
    yield from found


def _image(name: str) -> str:
    last = PurePosixPath(name).name
    named = TRUTH_FILE.fullmatch(last)
    return named[1] if named else without_suffix(last)


def _of_matlab(file: Path) -> Iterator[tuple[str, Any, Any, str, str]]:
    cells = read_matlab(file).get("polygt")
    if not isinstance(cells, list) or len(cells) % _COLUMNS:
        problem = "there is no variable polygt of six cells a word"
        raise InputError("E-428", str(file), problem, "give the files poly_gt_<image>.mat of the truth")
    count = len(cells) // _COLUMNS
    for row in range(count):
        _, x, _, y, text, orientation = cells[row::count]
        yield f"{file} row {row + 1}", np.ravel(x), np.ravel(y), _said(orientation), _said(text)


def _said(cell: Any) -> str:
    while isinstance(cell, list) and cell:
        cell = cell[0]
    return cell if isinstance(cell, str) else ""


def _of_text(file: Path) -> Iterator[tuple[str, Any, Any, str, str]]:
    with open_file(file) as stream:
        if not stream.read(1):  # no word
            return
    try:
        text = bytes(read_bytes(file)).decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        fix = "save it as UTF-8"
        raise InputError("E-105", str(file), f"byte {error.start} is not UTF-8", fix) from None
    end = 0
    for found in _WORD.finditer(text):
        if text[end : found.start()].strip():
            break
        end = found.end()
        place = f"{file} line {text.count(chr(10), 0, found.start()) + 1}"
        x, y = found[1].split(), found[2].split()
        yield place, x, y, found[3], found[4][1:-1]
    if text[end:].strip():
        place = f"{file} line {text.count(chr(10), 0, end) + 1}"
        problem = f"{say(text[end : end + 40].strip())} is no word of Total-Text"
        fix = "write x: [[..]], y: [[..]], ornt: [u'c'], transcriptions: [u'word']"
        raise InputError("E-421", place, problem, fix)


def _joined(x: Any, y: Any, place: str) -> list[float]:
    if len(x) != len(y) or len(x) < 3:
        problem = f"the outline has {len(x)} x and {len(y)} y, need as many of both, at least three"
        raise InputError("E-421", place, problem, "complete the outline")
    return numbers_of([str(each) for pair in zip(x, y, strict=True) for each in pair], place, _names(len(x)))


@cache
def _names(corners: int) -> list[str]:
    return [f"{axis}{corner}" for corner in range(1, corners + 1) for axis in "xy"]


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """Detections in the order of their files, y before x; every score is 1."""
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    label = next(iter(options.classes or ()), _LABEL)
    seen: dict[str, str] = {}
    files = files_in(path, ".txt")
    keys = [PurePosixPath(without_suffix(name)).name for _, name in files]
    for (file, _), key in zip(files, keys, strict=True):
        refuse_second(seen, key, str(file), path)
    plain = outline_predictions([file for file, _ in files], keys, label, source, options, y_first=True)
    if plain is not None:
        return plain
    rows = PredictionRows(source, options)
    for (file, _), key in zip(files, keys, strict=True):
        for place, words in label_lines(file, ","):
            try:
                corners = _joined(words[1::2], words[0::2], place)
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(key, label, extent(corners), 1.0, place, polygons=[corners])
    return rows.predictions()
