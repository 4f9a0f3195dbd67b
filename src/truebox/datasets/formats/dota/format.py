"""DOTA labels: four corners per object, one text file per image; detections one text file per class.

Facts relied on (captain-whu.github.io/DOTA/dataset.html and its tasks page; DOTA_devkit):

- Truth ``x1 y1 x2 y2 x3 y3 x4 y4 category difficult``, corners in pixels and clockwise from the object's
  own top left; files of version 1.0 begin with the lines ``imagesource:...`` and ``gsd:...``. Some
  exports leave ``difficult`` out.
- ``difficult`` 1 (in later versions also 2) objects are left out of the evaluation: kept as ignored, with
  the number.
- Detections ``Task1_<category>.txt``: ``image score x1 y1 ... x4 y4``; ``Task2_<category>.txt`` has
  upright boxes, ``image score xmin ymin xmax ymax``.
"""

from __future__ import annotations

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.label_lines import (
    are_numbers,
    head_words,
)

__all__ = ["FORMAT"]

HEADERS = ("imagesource:", "gsd:")
TASKS = ("Task1_", "Task2_")
_FLAGS = ("0", "1", "2")
_HIGHEST = 2.0  # of numbers that may be fractions of a picture


def _recognise(place: Place, role: Role) -> Evidence | None:
    if role == "predictions":
        found = [name for name in place.names if name.startswith(TASKS) and name.endswith(".txt")]
        return Evidence(3, f"the file {found[0]}") if found else None
    lines = head_words(place.first(".txt") if place.is_folder else place.head)
    headers = [line for line in lines if line[0].startswith(HEADERS)]
    rows = [line for line in lines if not line[0].startswith(HEADERS)]
    if not rows:
        return Evidence(3, "the header of DOTA labels") if headers else None
    if not all(len(row) in (9, 10) and are_numbers(row[:8]) for row in rows):
        return None
    if all(are_numbers(row[8:9]) for row in rows):  # classes called by numbers
        flagged = all(row[9:] and row[9] in _FLAGS for row in rows)
        pixels = any(abs(float(word)) > _HIGHEST for row in rows for word in row[1:8])
        text = "lines of eight numbers, a class that is a number, and a flag"
        return Evidence(2, text) if flagged and pixels else None
    if any(are_numbers(row[8:9]) and row[9:] and not are_numbers(row[9:]) for row in rows):
        return None
    return Evidence(3, "lines of eight numbers and a class")


FORMAT = Format(
    name="dota",
    title="DOTA labels",
    benchmark="dota",
    recognise=_recognise,
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    rotated="rotated:rotated_evidence",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
