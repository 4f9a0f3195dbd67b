"""Text boxes as records; the facts relied on stand in `format`."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from truebox.datasets.columns.layout_evidence import decided_layout
from truebox.datasets.columns.number_ids import numbered
from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import ObjectTable
from truebox.datasets.folders.folder_files import files_in, without_suffix
from truebox.datasets.format import Role
from truebox.datasets.formats.text_boxes.format import DIFFICULT, FORMAT, SIDES, folder_of
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.label_lines import label_lines, numbers_of
from truebox.errors import InputError
from truebox.records import Finding, Ids, Predictions, Source, Truth

__all__ = ["read_predictions", "read_truth"]

_LAYOUTS = ("xywh", "xyxy", "rel_cxcywh")
_NAMES = ("the first number", "the second number", "the third number", "the fourth number")


def _read(path: Path, options: ReadOptions, columns: int) -> tuple[ObjectTable, tuple[Finding, ...]]:
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
    convention = ("xyxy", f"Cartucho/mAP has them in {path.name}") if path.name == SIDES[role] else None
    layout, findings = decided_layout(
        table[:, -4:], options, _LAYOUTS, str(path), role=role, convention=convention
    )
    names = tuple(without_suffix(name) for _, name in files)
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
    return objects, findings


def read_truth(path: Path, options: ReadOptions) -> Truth:
    objects, findings = _read(path, options, 5)
    return truth_of_objects(objects, options, Source(str(path), FORMAT.name, FORMAT.title, path), findings)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    objects, findings = _read(path, options, 6)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    return predictions_of_objects(objects, options, source, findings)
