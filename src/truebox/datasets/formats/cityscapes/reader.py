"""Instances of Cityscapes as records; the facts relied on stand in `format`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._native.many_calls import by_all_threads
from truebox._writing.saying import say
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.folder_files import files_in
from truebox.datasets.folders.one_file import refuse_second
from truebox.datasets.formats.cityscapes.format import FORMAT, TRUTH_ENDING, WORDS, image_of
from truebox.datasets.formats.cityscapes.labels import INSTANCES, LABELS, VOID
from truebox.datasets.formats.cityscapes.pictures import read_ids, read_mask
from truebox.datasets.texts.label_lines import label_lines, number_of
from truebox.errors import InputError
from truebox.masks import encode_masks, mask_area, mask_to_box, masks_to_compressed
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Predictions, Truth
    from truebox.typing import AnyArray

__all__ = ["read_predictions", "read_truth"]

_PER_LABEL = 1000


class _Line(NamedTuple):
    """A detection as its line says it; the picture's path has no links."""

    place: str
    picture: str
    label: str
    score: float


class _Mask(NamedTuple):
    """What a picture holds: height and width, box, run lengths."""

    size: tuple[int, int]
    box: list[float]
    text: bytes


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """Instances; groups and void areas as crowds, with the id of their pixels as `instance`."""
    rows = TruthRows(
        Source(str(path), FORMAT.name, FORMAT.title, path),
        _without_classes(path, options),
        first_class=0,
        numbered=True,
    )
    rows.categories(LABELS)
    seen: dict[str, str] = {}
    for file, name in files_in(path, TRUTH_ENDING):
        key = image_of(name)
        refuse_second(seen, key, name, path)
        ids = read_ids(file)
        image = rows.image(key, width=ids.shape[1], height=ids.shape[0], file_name=f"{key}_leftImg8bit.png")
        values = [each for each in np.unique(ids).tolist() if _label(each, file) in INSTANCES | VOID]
        # One at a time: a picture may claim more pixels than memory holds a mask of each value for.
        for value in values:
            mask = encode_masks(ids == value)
            rows.add(
                image,
                rows.category(_label(value, file)),
                mask_to_box(mask)[0].tolist(),
                f"{file} id {value}",
                area=float(mask_area(mask)[0]),
                crowd=value < _PER_LABEL,
                mask=(_size(ids), masks_to_compressed(mask)[0]),
                attributes={"instance": value},
            )
    return rows.truth()


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """Detections in the order of their files; those without any pixel are left out, as the kit does."""
    rows = PredictionRows(Source(str(path), FORMAT.name, FORMAT.title, path), _without_classes(path, options))
    seen: dict[str, str] = {}
    folder = os.path.realpath(path if path.is_dir() else path.parent)
    for file, name in files_in(path, ".txt"):
        image = image_of(name)
        refuse_second(seen, image, name, path)
        lines = _lines(file, folder)
        # A thread holds the pixels of one picture at a time.
        for line, mask in zip(lines, by_all_threads(_encoded, lines, options.threads), strict=True):
            if isinstance(mask, InputError):
                options.errors.refuse(mask)
            elif not isinstance(line, InputError) and mask is not None:
                rows.add(image, line.label, mask.box, line.score, line.place, mask=(mask.size, mask.text))
    return rows.predictions()


def _without_classes(path: Path, options: ReadOptions) -> ReadOptions:
    if options.classes and tuple(options.classes) != LABELS:
        problem = "the numbers of Cityscapes have names of their own"
        raise InputError("E-429", str(path), problem, "leave out --classes")
    return options


def _label(value: int, file: Path) -> str:
    """The name behind the id of a pixel."""
    number = value if value < _PER_LABEL else value // _PER_LABEL
    if not 0 <= number < len(LABELS):
        problem = (
            f"pixels have the id {value}, and there is no label {number}: they are 0 to {len(LABELS) - 1}"
        )
        raise InputError("E-429", str(file), problem, "write ids of labels (labelIds), not trainIds")
    return LABELS[number]


def _lines(file: Path, folder: str) -> list[_Line | InputError]:
    """What each line says, or what is wrong with it."""
    found: list[_Line | InputError] = []
    named: dict[str, str] = {}
    resolved: dict[str, str] = {}
    for place, words in label_lines(file):
        try:
            line = _line(words, file, folder, place, resolved)
            if line.picture in named:
                before = named[line.picture].rpartition(" ")[2]
                problem = f"the mask {say(words[0])} is that of line {before} too"
                raise InputError("E-421", place, problem, "give every detection a mask of its own")
            named[line.picture] = place
            found.append(line)
        except InputError as error:
            found.append(error)
    return found


def _encoded(line: _Line | InputError) -> _Mask | InputError | None:
    """The mask of a line; None where it has no pixel, else what is wrong."""
    if isinstance(line, InputError):
        return line
    try:
        pixels = read_mask(Path(line.picture))
    except InputError as error:
        return error
    if not pixels.any():
        return None
    mask = encode_masks(pixels)
    return _Mask(_size(pixels), mask_to_box(mask)[0].tolist(), masks_to_compressed(mask)[0])


def _line(words: Sequence[str], file: Path, folder: str, place: str, resolved: dict[str, str]) -> _Line:
    """What a line says; `resolved` holds folders without links, by what they were named."""
    if len(words) != WORDS:
        problem = f"the line has {len(words)} words, need 3: a mask's path, a label and a confidence"
        raise InputError("E-421", place, problem, "complete the line; paths have no blanks")
    number = int(number_of(words[1], place, "the label"))
    if not 0 <= number < len(LABELS):
        problem = f"there is no label {number}: they are 0 to {len(LABELS) - 1}"
        raise InputError("E-429", place, problem, "write ids of labels, such as 26 for a car")
    picture = _without_links(os.path.join(file.parent, words[0]), resolved)
    if os.path.isabs(words[0]) or os.path.commonpath([folder, picture]) != folder:
        problem = f"the mask {say(words[0])} is not inside the folder of the predictions"
        raise InputError("E-421", place, problem, "write paths relative to the text file, inside that folder")
    return _Line(place, picture, LABELS[number], number_of(words[2], place, "the confidence"))


def _without_links(path: str, resolved: dict[str, str]) -> str:
    """As `os.path.realpath`, which asks the system for every folder on the way."""
    folder, name = os.path.split(path)
    if name in ("", ".", "..") or os.path.islink(path):
        return os.path.realpath(path)
    if folder not in resolved:
        resolved[folder] = os.path.realpath(folder)
    return os.path.join(resolved[folder], name)


def _size(pixels: AnyArray) -> tuple[int, int]:
    return int(pixels.shape[0]), int(pixels.shape[1])
