"""Text files of ``class left top width height``, and ``class confidence left top width height`` for
detections.

Facts relied on (README of rafaelpadilla/Object-Detection-Metrics and of review_object_detection_metrics,
both read in July 2026, and the files they come with):

- One file per image, named as the image; words are divided by blanks or tabulators; fields like ``.88``
  occur.
- The class is a name, or a number counted from 0 into a list of names.
- Boxes are absolute ``left top width height`` or ``left top right bottom``, or relative ``centre_x
  centre_y width height``, and **no file says which**: the numbers decide only where all other readings
  are impossible.
- Six words are also what YOLO writes for detections, with the confidence at the other end.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import numpy as np

from truebox.datasets.columns.layout_evidence import decided_layout
from truebox.datasets.columns.number_ids import numbered
from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import ObjectTable
from truebox.datasets.folders.folder_files import files_in, without_suffix
from truebox.datasets.format import Evidence, Format, Loss, ReadOptions, Role
from truebox.datasets.formats.text_boxes.writer import write_images
from truebox.datasets.outgoing.not_held import prediction_losses, truth_losses
from truebox.datasets.outgoing.written_images import predictions_by_image, truth_by_image
from truebox.datasets.place import Place
from truebox.datasets.texts.label_lines import are_numbers, head_words, label_lines, numbers_of
from truebox.errors import InputError
from truebox.records import Finding, Ids, Predictions, Source, Truth

__all__ = ["FORMAT"]

_LAYOUTS = ("xywh", "xyxy", "rel_cxcywh")
# Results of Pascal VOC (comp4_det_test_cat.txt) and of DOTA (Task1_ship.txt) have six columns too.
_NAMED_OTHERWISE = re.compile(r"(det|comp[0-9]+|Task[0-9]+)_")
_SAMPLED = 64
_NAMES = ("the first number", "the second number", "the third number", "the fourth number")


def _recognise(place: Place, role: Role) -> Evidence | None:
    columns = 5 if role == "truth" else 6
    lines = _sampled_lines(place)
    if not lines or not all(len(line) == columns and are_numbers(line[1:]) for line in lines):
        return None
    text = f"lines of a class{'' if role == 'truth' else ', a confidence'} and four numbers"
    rows = np.array([[float(word) for word in line[1:]] for line in lines])
    if role == "predictions" and not ((rows[:, 0] >= 0) & (rows[:, 0] <= 1)).all():
        return None
    named = not all(are_numbers(line[:1]) for line in lines)
    if named or (rows[:, -4:] > 1.5).any():
        return Evidence(3, text)
    # What is left can be YOLO too: its truth always, its detections where the last word can be a confidence.
    if role == "truth" or not _boxes_fit(rows[:, 1:]):
        return None
    return Evidence(3 if not _boxes_fit(rows[:, :4]) else 2, text)


def _sampled_lines(place: Place) -> list[list[str]]:
    """Words of the first lines of the first files; none where the names say another format."""
    if not place.is_folder:
        return [] if _NAMED_OTHERWISE.match(place.path.name) else head_words(place.head)
    names = [name for name in place.names if name.lower().endswith(".txt")]
    if any(_NAMED_OTHERWISE.match(Path(name).name) for name in names):
        return []
    lines: list[list[str]] = []
    for name in names[:_SAMPLED]:
        with suppress(InputError):  # a file that cannot be opened tells nothing here
            lines += head_words(Place(place.path / name).head)
    return lines


def _boxes_fit(rows: np.ndarray) -> bool:
    """Whether all rows, as centre and size, lie in their image but for some rounding."""
    if not np.isfinite(rows).all():
        return False
    ends = np.concatenate((rows[:, :2] - rows[:, 2:] / 2, rows[:, :2] + rows[:, 2:] / 2), axis=1)
    return bool((ends > -0.01).all() and (ends < 1.01).all())


def _read(path: Path, options: ReadOptions, columns: int) -> tuple[ObjectTable, tuple[Finding, ...]]:
    files = files_in(path, ".txt")
    of_image: list[int] = []
    labels: list[int | str] = []
    numbers: list[list[float]] = []
    places: list[str] = []
    for image, (file, _) in enumerate(files):
        for place, words in label_lines(file):
            try:
                if len(words) != columns:
                    problem = f"the line has {len(words)} words, need {columns}"
                    raise InputError("E-421", place, problem, "write class names as one word")
                found = numbers_of(words[1:], place, ("the confidence", *_NAMES)[1 - columns :])
            except InputError as error:
                options.errors.refuse(error)
                continue
            of_image.append(image)
            labels.append(words[0])
            numbers.append(found)
            places.append(place)
    table = np.array(numbers, dtype=np.float64).reshape(-1, columns - 1)
    layout, findings = decided_layout(table[:, -4:], options, _LAYOUTS, str(path))
    names = tuple(without_suffix(name) for _, name in files)
    category = numbered(Ids.of(labels)) if labels else Ids(np.empty(0, dtype=np.int64), ())
    objects = ObjectTable(
        image=Ids(np.array(of_image, dtype=np.int64), names),
        category=category,
        boxes=table[:, -4:],
        scores=table[:, 0] if columns == 6 else None,
        layout=layout,
        place=lambda row: places[row],
    )
    return objects, findings


def _read_truth(path: Path, options: ReadOptions) -> Truth:
    objects, findings = _read(path, options, 5)
    return truth_of_objects(objects, options, Source(str(path), FORMAT.name, FORMAT.title, path), findings)


def _read_predictions(path: Path, options: ReadOptions) -> Predictions:
    objects, findings = _read(path, options, 6)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    return predictions_of_objects(objects, options, source, findings)


def _write_truth(truth: Truth, path: Path) -> tuple[Loss, ...]:
    write_images(truth_by_image(truth), path)
    return truth_losses(truth, {"empty images"})


def _write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[Loss, ...]:
    write_images(predictions_by_image(truth, predictions), path)
    return prediction_losses(predictions, ())


FORMAT = Format(
    name="text-boxes",
    title="text boxes",
    recognise=_recognise,
    boxes="open",
    read_truth=_read_truth,
    read_predictions=_read_predictions,
    write_truth=_write_truth,
    write_predictions=_write_predictions,
)
