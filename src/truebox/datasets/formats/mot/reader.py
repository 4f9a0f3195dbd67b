"""MOTChallenge as records; the facts relied on stand in `format`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.formats.mot.classes import CLASSES
from truebox.datasets.formats.mot.format import FORMAT
from truebox.datasets.formats.mot.sequences import Sequence, sequences_of
from truebox.datasets.formats.mot.ten_columns import ten_columns_disagree, ten_columns_say_classes
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.label_lines import label_lines, number_of, numbers_of, whole_of
from truebox.errors import InputError
from truebox.records import Finding, Predictions, Source, Truth

__all__ = ["read_predictions", "read_truth"]

_NAMES = ("left", "top", "width", "height", "confidence")


@dataclass(frozen=True, slots=True)
class _Line:
    frame: int
    track: int
    box: tuple[float, float, float, float]
    confidence: float
    words: list[str]
    place: str


def _line(words: list[str], place: str, sequence: Sequence, origin: int) -> _Line:
    if not 7 <= len(words) <= 10:
        problem = f"the line has {len(words)} columns, need 7 to 10"
        fix = "write frame, id, left, top, width, height, confidence"
        raise InputError("E-421", place, problem, fix)
    frame, track = whole_of(words[0], place, "frame"), whole_of(words[1], place, "id")
    if frame < 1 or (sequence.length and frame > sequence.length):
        last = f" to {sequence.length}" if sequence.length else ""
        raise InputError("E-435", place, f"frame {frame} is not in 1{last}", "count frames from 1")
    left, top, width, height, confidence = numbers_of(words[2:7], place, _NAMES)
    return _Line(frame, track, (left - origin, top - origin, width, height), confidence, words, place)


def _lines(sequence: Sequence, options: ReadOptions) -> list[_Line]:
    origin = 1 if options.pixel_origin is None else options.pixel_origin
    found = []
    for place, words in label_lines(sequence.file, ","):
        try:
            found.append(_line(words, place, sequence, origin))
        except InputError as error:
            options.errors.refuse(error)
    return found


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """The truth of a path."""
    rows = TruthRows(Source(str(path), FORMAT.name, FORMAT.title, path), options, numbered=True)
    names = options.classes or CLASSES
    findings: list[Finding] = []
    for sequence in sequences_of(path, "gt"):
        lines = _lines(sequence, options)
        classed, said = _ten_columns(lines, str(sequence.file))
        findings += said
        occurring = sorted({line.frame for line in lines})
        frames = range(1, sequence.believed_length(occurring) + 1) if sequence.length else occurring
        for frame in frames:
            rows.image(
                sequence.key(frame),
                width=sequence.width,
                height=sequence.height,
                file_name=sequence.file_name(frame),
                attributes={"sequence": sequence.name, "frame": frame},
            )
        for line in lines:
            try:
                label, visibility = _class(line, names, classed)
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(
                rows.image(sequence.key(line.frame)),
                rows.category(label),
                line.box,
                line.place,
                ignore=line.confidence == 0,
                attributes={"track": line.track, "visibility": visibility},
            )
    truth = rows.truth()
    return replace(truth, findings=(*truth.findings, *findings)) if findings else truth


def _class(line: _Line, names: tuple[str, ...], classed: bool) -> tuple[str, float]:
    """Class and visibility; with 10 columns and no class, of MOT15, everything is a pedestrian."""
    if len(line.words) == 7 or (len(line.words) == 10 and not classed):
        return names[0], 1.0
    number = whole_of(line.words[7], line.place, "class")
    if number == -1:
        return names[0], 1.0
    if not 1 <= number <= len(names):
        problem = f"class {number} has no name: there are 1 to {len(names)}"
        raise InputError("E-429", line.place, problem, "name every class with --classes")
    if len(line.words) == 8:  # some tools leave the visibility out
        return names[number - 1], 1.0
    return names[number - 1], number_of(line.words[8], line.place, "visibility")


def _ten_columns(lines: list[_Line], file: str) -> tuple[bool, tuple[Finding, ...]]:
    """Whether rows of ten columns name classes, all of one file alike; what is said where they disagree."""
    held = np.array([_three(line) for line in lines if len(line.words) == 10]).reshape(-1, 3)
    saying = int(np.count_nonzero(ten_columns_say_classes(*held.T)))
    return saying == len(held), ten_columns_disagree(file, saying, len(held))


def _three(line: _Line) -> list[float]:
    try:
        return [float(word) for word in line.words[7:]]
    except ValueError:  # what names no class
        return [0.0, 0.0, 0.0]


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """The detections of a path."""
    rows = PredictionRows(Source(str(path), FORMAT.name, FORMAT.title, path), options)
    names = options.classes or CLASSES
    for sequence in sequences_of(path, "det"):
        for line in _lines(sequence, options):
            rows.add(
                sequence.key(line.frame),
                names[0],
                line.box,
                line.confidence,
                line.place,
                attributes={"track": line.track} if line.track > 0 else None,
            )
    return rows.predictions()
