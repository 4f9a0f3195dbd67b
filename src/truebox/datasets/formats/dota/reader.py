"""DOTA labels as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from truebox._writing.saying import say
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.rotated_corners import angle_of, extent
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.folder_files import files_in, without_suffix
from truebox.datasets.folders.picture_folder import size_of_picture
from truebox.datasets.formats.dota.format import FORMAT, HEADERS, TASKS
from truebox.datasets.formats.dota.plain import plain_predictions
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.label_lines import (
    are_numbers,
    label_lines,
    number_of,
    numbers_of,
    whole_of,
)
from truebox.errors import InputError
from truebox.records import Predictions, Source, Truth

__all__ = ["read_predictions", "read_truth"]
_CORNERS = tuple(f"{axis}{corner}" for corner in range(1, 5) for axis in "xy")
_UPRIGHT = ("xmin", "ymin", "xmax", "ymax")


def read_truth(path: Path, options: ReadOptions) -> Truth:
    rows = TruthRows(Source(str(path), FORMAT.name, FORMAT.title, path), options)
    rows.categories(options.classes or ())
    for file, name in files_in(path, ".txt"):
        key = without_suffix(name)
        width, height = size_of_picture(options, key)
        lines = list(label_lines(file))
        headers = [words for _, words in lines if words[0].startswith(HEADERS)]
        image = rows.image(key, width=width, height=height, attributes=_gsd(headers))
        for place, words in lines:
            if words[0].startswith(HEADERS):
                continue
            try:
                corners, label, difficult = _object(words, place)
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(
                image,
                rows.category(label),
                extent(corners),
                place,
                ignore=difficult > 0,
                polygons=[corners],
                attributes={"difficult": difficult, "angle": angle_of(corners)},
            )
    return rows.truth()


def _gsd(headers: Sequence[Sequence[str]]) -> dict[str, float]:
    """Metres per pixel, where the header has them ("null" is common)."""
    values = ["".join(words).removeprefix("gsd:") for words in headers if words[0].startswith("gsd:")]
    known = [float(value) for value in values if are_numbers([value])]
    return {"gsd": known[0]} if known else {}


def _object(words: Sequence[str], place: str) -> tuple[list[float], str, int]:
    if len(words) not in (9, 10):
        problem = f"the line has {len(words)} columns, need 10: eight numbers, class, difficult"
        raise InputError("E-421", place, problem, "complete the line, or name another format")
    difficult = whole_of(words[9], place, "difficult") if len(words) == 10 else 0
    return numbers_of(words[:8], place, _CORNERS), words[8], difficult


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    files = [(file, _named(file, name)) for file, name in files_in(path, ".txt")]
    plain = plain_predictions([file for file, _ in files], [label for _, label in files], source, options)
    if plain is not None:
        return plain
    rows = PredictionRows(source, options)
    for file, label in files:
        for place, words in label_lines(file):
            try:
                box, corners, score = _detection(words, place)
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(
                words[0],
                label,
                box,
                score,
                place,
                polygons=[corners] if corners else None,
                attributes={"angle": angle_of(corners)} if corners else None,
            )
    return rows.predictions()


def _named(file: Path, name: str) -> str:
    """The class that a file is named after."""
    label = Path(name).stem
    task = next((task for task in TASKS if label.startswith(task)), None)
    if task is None:
        problem = f"the name {say(name)} does not begin with Task1_ or Task2_"
        raise InputError("E-434", str(file), problem, "name each file Task1_<class>.txt")
    return label.removeprefix(task)


def _detection(words: Sequence[str], place: str) -> tuple[tuple[float, ...], list[float], float]:
    """Box, corners (none of an upright box), score."""
    if len(words) not in (6, 10):
        problem = f"the line has {len(words)} columns, need 10 (image, score, corners) or 6 (upright)"
        raise InputError("E-421", place, problem, "complete the line")
    score = number_of(words[1], place, "score")
    if len(words) == 10:
        corners = numbers_of(words[2:], place, _CORNERS)
        return extent(corners), corners, score
    left, top, right, bottom = numbers_of(words[2:], place, _UPRIGHT)
    return (left, top, right - left, bottom - top), [], score
