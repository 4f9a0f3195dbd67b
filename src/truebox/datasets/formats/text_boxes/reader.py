"""Text boxes as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.columns.layout_evidence import decided_layout
from truebox.datasets.columns.number_ids import numbered
from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import ObjectTable
from truebox.datasets.folders.folder_files import files_in, without_suffix
from truebox.datasets.folders.picture_folder import sizes_in_folder
from truebox.datasets.folders.pictures_beside import pictures_beside
from truebox.datasets.format import Role
from truebox.datasets.formats.text_boxes.format import CARTUCHO, DIFFICULT, FORMAT, STATED, folder_of
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.label_lines import label_lines, numbers_of
from truebox.datasets.texts.small_text import read_small_text
from truebox.errors import InputError, MissingExtraError
from truebox.records import Finding, Ids, Predictions, Source, Truth

if TYPE_CHECKING:
    from truebox.typing import Int64Array

__all__ = ["read_predictions", "read_truth"]

_LAYOUTS = ("xywh", "xyxy", "rel_cxcywh")
_NAMES = ("the first number", "the second number", "the third number", "the fourth number")


def _read(
    path: Path, options: ReadOptions, columns: int
) -> tuple[ObjectTable, Sequence[Finding], Path | None]:
    role: Role = "truth" if columns == 5 else "predictions"
    path = folder_of(path, role)
    files = files_in(path, ".txt")
    difficult: list[float] = []
    of_image: list[int] = []
    labels: list[int | str] = []
    numbers: list[list[float]] = []
    places: list[str] = []
    for image, (file, _) in enumerate(files):
        for place, line in label_lines(file):
            marked = role == "truth" and len(line) == columns + 1 and line[-1] == DIFFICULT
            words = line[:columns] if marked else line
            try:
                if len(words) != columns:
                    problem = f"the line has {len(words)} words, need {columns}"
                    raise InputError("E-421", place, problem, "write class names as one word")
                found = numbers_of(words[1:], place, ("the confidence", *_NAMES)[1 - columns :])
            except InputError as error:
                options.errors.refuse(error)
                continue
            difficult.append(float(marked))
            of_image.append(image)
            labels.append(words[0])
            numbers.append(found)
            places.append(place)
    table = np.array(numbers, dtype=np.float64).reshape(-1, columns - 1)
    names = tuple(without_suffix(name) for _, name in files)
    options = _as_stated(path, options)
    pictures, folder = _picture_sizes(path, names, options)
    layout, findings = decided_layout(
        table[:, -4:],
        options,
        _LAYOUTS,
        str(path),
        role=role,
        convention=_convention(path.name, role),
        sizes=None if pictures is None else pictures[of_image],
    )
    category = numbered(Ids.of(labels)) if labels else Ids(np.empty(0, dtype=np.int64), ())
    objects = ObjectTable(
        image=Ids(np.array(of_image, dtype=np.int64), names),
        category=category,
        boxes=table[:, -4:],
        scores=table[:, 0] if columns == 6 else None,
        flags={"ignore": np.array(difficult)},
        layout=layout,
        place=lambda row: places[row],
    )
    return objects, findings, folder


def _as_stated(path: Path, options: ReadOptions) -> ReadOptions:
    """The options, with the box format that a file beside the labels states where nothing was said."""
    stated = path / STATED
    if options.box_format is not None or not stated.is_file():
        return options
    said = read_small_text(stated).strip()
    return replace(options, box_format=said) if said in _LAYOUTS else options


def _convention(folder: str, role: Role) -> tuple[str, str] | None:
    """Corners, in a folder that is called as Cartucho/mAP calls it."""
    if folder not in CARTUCHO[role]:
        return None
    return "xyxy", f"Cartucho/mAP has them in {folder}"


def _picture_sizes(
    path: Path, names: Sequence[str], options: ReadOptions
) -> tuple[Int64Array | None, Path | None]:
    """Width and height [N, 2] of each image, 0 where unknown; and the folder of the pictures they are of."""
    truth = options.truth
    if truth is not None and (truth.images.sizes > 0).any():
        pairs = zip(truth.images.file_names, truth.images.ids.tolist(), strict=True)
        known = {PurePosixPath(file or str(own)).stem: row for row, (file, own) in enumerate(pairs)}
        rows = np.array([known.get(PurePosixPath(f"{name}.txt").stem, -1) for name in names], dtype=np.int64)
        return np.where(rows[:, None] >= 0, truth.images.sizes[rows], 0), None
    if options.images is not None:
        return sizes_in_folder(options.images, names), options.images
    folder = pictures_beside(path, names)
    with suppress(InputError, MissingExtraError):  # nobody asked for these pictures
        return (None if folder is None else sizes_in_folder(folder, names)), folder
    return None, None


def read_truth(path: Path, options: ReadOptions) -> Truth:
    objects, findings, folder = _read(path, options, 5)
    options = replace(options, images=folder)
    return truth_of_objects(objects, options, Source(str(path), FORMAT.name, FORMAT.title, path), findings)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    objects, findings, _ = _read(path, options, 6)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    return predictions_of_objects(objects, options, source, findings)
