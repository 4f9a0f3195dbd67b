"""VisDrone annotations as records; the facts relied on stand in `format`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.saying import say
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.folder_files import files_in, without_suffix
from truebox.datasets.folders.picture_folder import size_of_picture
from truebox.datasets.formats.visdrone.format import CLASSES, COLUMNS, FORMAT, folder_of, without_last_comma
from truebox.datasets.texts.label_lines import label_lines, numbers_of, whole_of
from truebox.errors import InputError
from truebox.records import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.datasets.options import ReadOptions
    from truebox.records import Predictions, Truth

__all__ = ["read_predictions", "read_truth"]


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """Objects, those of flag 0 and regions to be ignored; class ids are the format's own, from 0."""
    rows = TruthRows(
        Source(str(path), FORMAT.name, FORMAT.title, path), options, first_class=0, numbered=True
    )
    names = _names(path, options)
    rows.categories(names)
    folder = folder_of(path, "truth")
    pictures = _with_pictures(options, path, folder)
    for file, name in files_in(folder, ".txt"):
        key = without_suffix(name)
        width, height = size_of_picture(pictures, key)
        image = rows.image(key, width=width, height=height)
        for place, numbers, number in _lines(file, options, names):
            rows.add(
                image,
                rows.category(names[number]),
                numbers[:4],
                place,
                ignore=numbers[4] == 0 or number == 0,
                attributes={"truncation": int(numbers[6]), "occlusion": int(numbers[7])},
            )
    return rows.truth()


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """Detections in the order of their files."""
    rows = PredictionRows(Source(str(path), FORMAT.name, FORMAT.title, path), options)
    names = _names(path, options)
    for file, name in files_in(path, ".txt"):
        for place, numbers, number in _lines(file, options, names):
            rows.add(without_suffix(name), names[number], numbers[:4], numbers[4], place)
    return rows.predictions()


def _names(path: Path, options: ReadOptions) -> tuple[str, ...]:
    """Names of the categories from 0 on, which has to be that of regions."""
    names = tuple(options.classes or CLASSES)
    if names[0] != CLASSES[0]:
        problem = f"category 0 is {say(names[0])}, and here its boxes are regions to be ignored"
        raise InputError("E-429", str(path), problem, f"leave out --classes, or begin it with {CLASSES[0]}")
    return names


def _with_pictures(options: ReadOptions, path: Path, folder: Path) -> ReadOptions:
    """The pictures beside the annotations, where nobody names others."""
    beside = path / "images"
    if options.images is not None or folder == path or not beside.is_dir():
        return options
    return replace(options, images=beside)


def _lines(
    file: Path, options: ReadOptions, names: tuple[str, ...]
) -> Iterator[tuple[str, list[float], int]]:
    """Place, numbers and category of each line."""
    for place, words in label_lines(file, ","):
        try:
            numbers, number = _numbers(without_last_comma(words), place, names)
        except InputError as error:
            options.errors.refuse(error)
            continue
        yield place, numbers, number


def _numbers(words: list[str], place: str, names: tuple[str, ...]) -> tuple[list[float], int]:
    if len(words) != len(COLUMNS):
        problem = f"the line has {len(words)} columns, need {len(COLUMNS)}: {', '.join(COLUMNS)}"
        raise InputError("E-421", place, problem, "complete the line, or name another format")
    numbers = numbers_of(words, place, COLUMNS)
    number = whole_of(words[5], place, COLUMNS[5])
    if not 0 <= number < len(names):
        problem = f"category {number} has no name: there are 0 to {len(names) - 1}"
        raise InputError("E-429", place, problem, "name every category from 0 on with --classes")
    return numbers, number
