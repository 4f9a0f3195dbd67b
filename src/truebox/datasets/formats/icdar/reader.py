"""Words of ICDAR as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.rotated_corners import extent
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.picture_folder import size_of_picture
from truebox.datasets.formats.icdar.format import FORMAT, NOT_READ, numbers_before
from truebox.datasets.formats.icdar.members import members
from truebox.datasets.formats.icdar.plain import are_confidences, plain_predictions
from truebox.datasets.texts.label_lines import are_numbers, head_words, lines_of, numbers_of
from truebox.errors import InputError
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Predictions, Truth

__all__ = ["read_predictions", "read_truth"]

_LABEL = "text"
_CORNERS = tuple(f"{axis}{corner}" for corner in range(1, 5) for axis in "xy")
_BOX = ("left", "top", "right", "bottom")
_QUOTES = '"'
_CURVE = 12


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """Words in the order of their files; those that are not to be read are ignored."""
    rows = TruthRows(Source(str(path), FORMAT.name, FORMAT.title, path), options)
    rows.categories(options.classes or ())
    label = _label(options)
    files = list(members(path))
    curved = _hold_curves(files)
    for name, image_name, data in files:
        width, height = size_of_picture(options, image_name)
        image = rows.image(image_name, width=width, height=height)
        for place, words in lines_of(data, name, _divider(data)):
            try:
                corners, rest = _curve(words, 1) if curved else _corners(words, place)
                if not corners:
                    corners, rest = _corners(words, place)
                if not rest:
                    problem = "the line ends after the numbers, need a transcription"
                    fix = f"write the word as the last column, {NOT_READ} where it is not to be read"
                    raise InputError("E-421", place, problem, fix)
            except InputError as error:
                options.errors.refuse(error)
                continue
            text = ",".join(rest).strip(_QUOTES)
            rows.add(
                image,
                rows.category(label),
                extent(corners),
                place,
                ignore=text == NOT_READ,
                polygons=[corners],
                attributes={"text": text},
            )
    return rows.truth()


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """Detections in the order of their files; a confidence is read where every line has one, else it is 1."""
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    label, read, scored = _label(options), [], True
    files = list(members(path))
    plain = plain_predictions(files, label, source, options)
    if plain is not None:
        return plain
    rows = PredictionRows(source, options)
    curved = _hold_curves(files)
    for name, image, data in files:
        for place, words in lines_of(data, name, _divider(data)):
            try:
                corners, rest = _curve(words, 0) if curved else _corners(words, place)
                if not corners:
                    corners, rest = _corners(words, place)
            except InputError as error:
                options.errors.refuse(error)
                continue
            read.append((image, corners, rest, place))
            scored = scored and bool(rest) and (are_numbers([rest[0]]) or _is_no_number(rest[0]))
    if scored:
        numbers = np.array([float(rest[0]) for _, _, rest, _ in read])
        finite = numbers[np.isfinite(numbers)]
        scored = not len(finite) or are_confidences(finite)
    for image, corners, rest, place in read:
        if scored and not are_numbers([rest[0]]):
            problem = f'the confidence is "{rest[0]}", not a finite number'
            options.errors.refuse(InputError("E-422", place, problem, "repair or remove such lines"))
            continue
        score = float(rest[0]) if scored else 1.0
        rows.add(image, label, extent(corners), score, place, polygons=[corners])
    return rows.predictions()


def _is_no_number(word: str) -> bool:
    """Whether it is what programs print for a number that is none; a word of a picture may be `nan` too."""
    try:
        return not isfinite(float(word))
    except ValueError:
        return False


def _label(options: ReadOptions) -> str:
    return next(iter(options.classes or ()), _LABEL)


def _divider(data: bytes) -> str | None:
    """Commas, or the blanks of the training set of 2013."""
    first = head_words(data[: 1 << 12], ",")
    return "," if not first or numbers_before(first[0]) else None


def _hold_curves(files: Sequence[tuple[str, str, bytes]]) -> bool:
    """Whether any line has so many numbers that they are corners, and no word with commas."""
    return any(
        _numbers(words) >= _CURVE
        for name, _, data in files
        for _, words in lines_of(data, name, _divider(data))
    )


def _numbers(words: Sequence[str]) -> int:
    """With how many numbers a line begins."""
    return next((k for k, word in enumerate(words) if not are_numbers([word])), len(words))


def _curve(words: Sequence[str], kept: int) -> tuple[list[float], list[str]]:
    """As many corners as there are pairs of numbers, where `kept` columns are none, and what follows them."""
    count = min(_numbers(words), len(words) - kept) // 2 * 2
    if count < len(_CORNERS):
        return [], []
    return [float(word) for word in words[:count]], list(words[count:])


def _corners(words: Sequence[str], place: str) -> tuple[list[float], list[str]]:
    """Four corners, and the words after them."""
    words = [*words[:-1], ""] if words[-1:] == ["\ufeff"] else list(words)
    if numbers_before(words) == len(_CORNERS):
        return numbers_of(words[: len(_CORNERS)], place, _CORNERS), words[len(_CORNERS) :]
    if numbers_before(words) == len(_BOX):
        left, top, right, bottom = numbers_of(words[: len(_BOX)], place, _BOX)
        return [left, top, right, top, right, bottom, left, bottom], words[len(_BOX) :]
    if len(words) < len(_CORNERS):
        problem = f"the line has {len(words)} columns, need eight numbers, or four of an upright box"
        raise InputError("E-421", place, problem, "complete the line, or name another format")
    return numbers_of(words[: len(_CORNERS)], place, _CORNERS), []
