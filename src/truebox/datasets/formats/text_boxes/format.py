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
- Cartucho/mAP (its README) has them in ``ground-truth`` and ``detection-results`` (before: ``predicted``)
  of one folder, always as ``left top right bottom``, with the pictures in ``images-optional``; a last word
  ``difficult`` marks a truth that is not counted.
- Six words are also what YOLO writes for detections, with the confidence at the other end.
"""

from __future__ import annotations

import math
from contextlib import suppress
from pathlib import Path

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.label_lines import are_numbers, head_words
from truebox.errors import InputError

__all__ = ["CARTUCHO", "DIFFICULT", "FORMAT", "STATED", "folder_of"]
CARTUCHO = {"truth": ("ground-truth",), "predictions": ("detection-results", "predicted")}
"""What the folders of the two sides are called there; the second of predictions until 2019."""

_SIDES = {
    "truth": (
        *CARTUCHO["truth"],
        "ground-truths",
        "ground_truth",
        "groundtruths",
        "groundtruth",
        "gts",
        "gt",
    ),
    "predictions": (*CARTUCHO["predictions"], "detections", "dets", "det", "predictions"),
}
DIFFICULT = "difficult"
STATED = "box_format"
"""A file beside the labels that says what the numbers are; Truebox writes it, no tool takes it for labels."""
# Results of Pascal VOC (comp4_det_test_cat.txt) and of DOTA (Task1_ship.txt) have six columns too.
_NAMED_OTHERWISE = deferred_pattern(r"(det|comp[0-9]+|Task[0-9]+)_")
_SAMPLED = 64


def _recognise(place: Place, role: Role) -> Evidence | None:
    columns = 5 if role == "truth" else 6
    place = place.at(folder_of(place.path, role)) if place.is_folder else place
    lines = _sampled_lines(place)
    if role == "truth":
        lines = [line[:-1] if line[-1:] == [DIFFICULT] else line for line in lines]
    if not lines or not all(len(line) == columns and are_numbers(line[1:]) for line in lines):
        return None
    text = f"lines of a class{'' if role == 'truth' else ', a confidence'} and four numbers"
    rows = [[float(word) for word in line[1:]] for line in lines]
    if role == "predictions" and not all(0 <= row[0] <= 1 for row in rows):
        return None
    named = not all(are_numbers(line[:1]) for line in lines)
    if named or any(number > 1.5 for row in rows for number in row[-4:]):
        return Evidence(3, text)
    # What is left can be YOLO too: its truth always, its detections where the last word can be a confidence.
    if role == "truth" or not _boxes_fit([row[1:] for row in rows]):
        return None
    return Evidence(3 if not _boxes_fit([row[:4] for row in rows]) else 2, text)


def folder_of(path: Path, role: Role) -> Path:
    """The folder of this side in one that holds both, as those of Cartucho/mAP do, else the path itself.

    Examples
    --------
    >>> folder_of(Path("no-such-folder"), "truth").name
    'no-such-folder'
    """
    if not path.is_dir():
        return path
    return next((path / name for name in _SIDES[role] if (path / name).is_dir()), path)


def _sampled_lines(place: Place) -> list[list[str]]:
    """Words of the first lines of the first files; none where the names say another format."""
    if not place.is_folder:
        return [] if _NAMED_OTHERWISE.match(place.path.name) else head_words(place.head)
    names = [name for name in place.names if name.lower().endswith(".txt")]
    if any(_NAMED_OTHERWISE.match(name.rpartition("/")[2]) for name in names):
        return []
    lines: list[list[str]] = []
    for name in names[:_SAMPLED]:
        with suppress(InputError):  # a file that cannot be opened tells nothing here
            lines += head_words(Place(place.path / name).head)
    return lines


def _boxes_fit(rows: list[list[float]]) -> bool:
    """Whether all rows, as centre and size, lie in their image but for some rounding."""
    return all(
        math.isfinite(centre) and math.isfinite(size) and -0.01 < end < 1.01
        for x, y, width, height in rows
        for centre, size in ((x, width), (y, height))
        for end in (centre - size / 2, centre + size / 2)
    )


FORMAT = Format(
    name="text-boxes",
    title="text boxes",
    recognise=_recognise,
    boxes="open",
    heeds=("box_format", "classes"),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
