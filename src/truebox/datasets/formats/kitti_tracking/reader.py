"""KITTI tracking labels as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.folder_files import files_in, without_suffix
from truebox.datasets.folders.picture_folder import size_of_picture
from truebox.datasets.formats.kitti_tracking.format import DETECTIONS, FORMAT, IGNORED, LABELS, TYPES
from truebox.datasets.texts.label_lines import label_lines, number_of, numbers_of, whole_of
from truebox.errors import InputError
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Predictions, Truth

__all__ = ["read_predictions", "read_truth"]

_BOX = ("left", "top", "right", "bottom")


@dataclass(frozen=True, slots=True)
class _Line:
    image: str
    track: int
    label: str
    box: tuple[float, float, float, float]
    score: float | None
    place: str


def read_truth(path: Path, options: ReadOptions) -> Truth:
    rows = TruthRows(_source(path), options)
    sized: dict[str, tuple[int, int]] = {}
    for line in _lines(path, options):
        if line.image not in sized:
            sized[line.image] = size_of_picture(options, line.image)
        width, height = sized[line.image]
        rows.add(
            rows.image(line.image, width=width, height=height),
            rows.category(line.label),
            line.box,
            line.place,
            crowd=line.label == IGNORED,  # a region without objects of any class: no class to average over
            ignore=line.label == IGNORED,
            attributes={"track": line.track},
        )
    truth = rows.truth()
    return replace(truth, images=replace(truth.images, listed=False))


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    rows = PredictionRows(_source(path), options)
    for line in _lines(path, options):
        if line.score is None:
            problem = f"the line has {LABELS} columns, and no score"
            error = InputError("E-123", line.place, problem, f"write it as column {LABELS + 1}")
            options.errors.refuse(error)
            continue
        attributes = {"track": line.track} if line.track >= 0 else None
        rows.add(line.image, line.label, line.box, line.score, line.place, attributes=attributes)
    return rows.predictions()


def _source(path: Path) -> Source:
    return Source(str(path), FORMAT.name, FORMAT.title, path)


def _lines(path: Path, options: ReadOptions) -> Iterator[_Line]:
    origin = options.pixel_origin or 0
    for file, name in files_in(path, ".txt"):
        sequence = without_suffix(name)
        with_commas = any("," in words[0] for _, words in _first(file))
        for place, words in label_lines(file, "," if with_commas else None):
            try:
                taken = _detection if with_commas else _label
                yield taken(words, sequence, place, origin)
            except InputError as error:
                options.errors.refuse(error)


def _first(file: Path) -> Iterator[tuple[str, list[str]]]:
    """The first line, where there is one."""
    first = next(label_lines(file), None)
    return iter(() if first is None else (first,))


def _label(words: list[str], sequence: str, place: str, origin: int) -> _Line:
    if len(words) not in (LABELS, LABELS + 1):
        problem = f"the line has {len(words)} columns, need {LABELS}, or {LABELS + 1} with a score"
        raise InputError("E-421", place, problem, "complete the line, or name another format")
    box = _box(words[6:10], place, origin)
    score = number_of(words[LABELS], place, "score") if len(words) > LABELS else None
    image = _image(sequence, words[0], place)
    return _Line(image, whole_of(words[1], place, "track"), words[2], box, score, place)


def _detection(words: list[str], sequence: str, place: str, origin: int) -> _Line:
    if len(words) != DETECTIONS:
        problem = f"the line has {len(words)} columns, need {DETECTIONS}"
        raise InputError("E-421", place, problem, "complete the line, or name another format")
    number = whole_of(words[1], place, "type")
    if number not in TYPES:
        known = ", ".join(f"{each} is {name}" for each, name in TYPES.items())
        raise InputError("E-429", place, f"type {number} has no name ({known})", "use one of these")
    score = number_of(words[6], place, "score")
    image = _image(sequence, words[0], place)
    return _Line(image, -1, TYPES[number], _box(words[2:6], place, origin), score, place)


def _box(words: list[str], place: str, origin: int) -> tuple[float, float, float, float]:
    left, top, right, bottom = numbers_of(words, place, _BOX)
    return left - origin, top - origin, right - left, bottom - top


def _image(sequence: str, word: str, place: str) -> str:
    frame = whole_of(word, place, "frame")
    if frame < 0:
        raise InputError("E-435", place, f"frame {frame} is below 0", "count frames from 0")
    return f"{sequence}/{frame:06d}"
