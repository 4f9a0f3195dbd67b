"""WIDER FACE as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._writing.saying import say
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.formats.widerface.format import FACE, FORMAT, MATLAB, SUBSETS
from truebox.datasets.joining.sizing import with_picture_sizes
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.label_lines import number_of
from truebox.datasets.texts.matlab import read_matlab
from truebox.errors import InputError
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Predictions, Truth

__all__ = ["read_predictions", "read_truth"]

_FIX = "give the files as WIDER FACE publishes them, or as its evaluation reads them"
_INVALID = 7


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """The truth of a path: a text file, or the folder of the MATLAB files."""
    rows = TruthRows(Source(str(path), FORMAT.name, FORMAT.title, path, boxes="xywh"), options)
    category = rows.category(FACE)
    if path.is_dir():
        _add_matlab(rows, category, path)
    else:
        _add_text(rows, category, path)
    return with_picture_sizes(rows.truth(), options)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """The detections of a folder of events."""
    rows = PredictionRows(Source(str(path), FORMAT.name, FORMAT.title, path, boxes="xywh"), options)
    for file in sorted(path.glob("*--*/*.txt")):
        name = f"{file.parent.name}/{file.stem}"
        for number, line in enumerate(_lines(file)[2:], start=3):
            words = line.split()
            if not words:
                continue
            place = f"{file} line {number}"
            try:
                values = _numbers(words, 5, place)
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(name, FACE, values[:4], values[4], place)
    return rows.predictions()


def _lines(path: Path) -> list[str]:
    try:
        return bytes(read_bytes(path)).decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise InputError("E-105", str(path), "the file is no text in UTF-8", _FIX) from None


def _numbers(words: Sequence[str], least: int, place: str) -> list[float]:
    if len(words) < least:
        problem = f"expected {least} numbers, got {say(' '.join(words))}"
        raise InputError("E-421", place, problem, _FIX)
    return [number_of(word, place, "a face") for word in words]


def _add_text(rows: TruthRows, category: int, path: Path) -> None:
    lines, at = _lines(path), 0
    while at < len(lines):
        name, at = lines[at].strip(), at + 1
        if not name:
            continue
        image = rows.image(name.rsplit(".", 1)[0], file_name=name)
        told = lines[at].strip() if at < len(lines) else ""
        if not told.isdigit():
            place = f"{path} line {at + 1}"
            raise InputError("E-421", place, f"expected the number of faces, got {say(told)}", _FIX)
        count = int(told)
        for row in range(at + 1, at + 1 + max(count, 1)):
            place = f"{path} line {row + 1}"
            values = _numbers(lines[row].split() if row < len(lines) else [], 4, place)
            if count:
                ignored = len(values) > _INVALID and values[_INVALID] == 1
                rows.add(image, category, values[:4], place, ignore=ignored)
        at += 1 + max(count, 1)


def _add_matlab(rows: TruthRows, category: int, folder: Path) -> None:
    """Faces with the subsets in which each counts."""
    names = {"": MATLAB, **{each: f"wider_{each}_val.mat" for each in SUBSETS}}
    missing = [name for name in names.values() if not (folder / name).is_file()]
    if missing:
        raise InputError("E-101", str(folder / missing[0]), "there is no such file", _FIX)
    held = {each: read_matlab(folder / name) for each, name in names.items()}
    for event, file, faces, chosen in _matlab_images(held):
        image = rows.image(f"{event}/{file}")
        for number, face in enumerate(faces, start=1):
            subsets = {each: int(number in chosen[each]) for each in SUBSETS}
            place = f"{folder / MATLAB} {event}/{file} face {number}"
            rows.add(image, category, [float(value) for value in face], place, attributes=subsets)


def _matlab_images(held: dict[str, Any]) -> Iterator[tuple[str, str, Any, dict[str, set[int]]]]:
    """Event and file of each image, its faces, and the numbers of those that count in each subset."""
    try:
        columns = [held[""][name] for name in ("event_list", "file_list", "face_bbx_list")]
        chosen = {each: held[each]["gt_list"] for each in SUBSETS}
        for i, (event, files, faces) in enumerate(zip(*columns, strict=True)):
            for j, (file, boxes) in enumerate(zip(files, faces, strict=True)):
                numbers = {each: {int(number) for number in chosen[each][i][j].ravel()} for each in SUBSETS}
                yield _text(event), _text(file), boxes, numbers
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        problem = f"events, files, faces and subsets do not fit each other ({error})"
        raise InputError("E-428", MATLAB, problem, _FIX) from None


def _text(value: Any) -> str:
    return _text(value[0]) if isinstance(value, list) else str(value)
