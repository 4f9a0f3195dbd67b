"""SCUT-CTW1500 (github.com/Yuliang-Liu/Curve-Text-Detector).

Facts relied on:

- Truth ``1001.txt``, one word a line: ``xmin,ymin,xmax,ymax`` and fourteen pairs that are added to
  ``xmin,ymin``, 32 whole numbers in all; it has no words.
- The updated truth ``0001001.txt``: fourteen corners ``x1,y1,...,x14,y14``, then ``####`` and the word, where
  ``###`` is not to be read.
- Detections ``1001.txt``: ``x1,y1,x2,y2,...`` of any number of corners. They have no confidence.
- The image is the number, without the zeros before it.
"""

from __future__ import annotations

import re

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.label_lines import are_numbers, head_words

__all__ = ["BEFORE_WORD", "CORNERS", "FORMAT", "OFFSETS"]

CORNERS, OFFSETS = 28, 32
"""Numbers of a line: corners, or a box and what is added to it."""
BEFORE_WORD = "####"
_NUMBERED = deferred_pattern(r"[0-9]+\.txt", re.I)
_QUAD = 8


def _recognise(place: Place, role: Role) -> Evidence | None:
    names = [name.rpartition("/")[2] for name in (place.names if place.is_folder else (place.path.name,))]
    files = [name for name in names if name.lower().endswith(".txt")]
    numbered = bool(files) and all(map(_NUMBERED.fullmatch, files))
    lines = head_words(place.first(".txt") if place.is_folder else place.head, ",")
    if not lines or (place.is_folder and not numbered):
        return None
    if role == "truth":
        if all(len(line) == OFFSETS and are_numbers(line) for line in lines):
            return Evidence(3, "lines of a box and fourteen pairs of offsets")
        spelt = all(_is_spelt(line) for line in lines)
        return Evidence(3, "lines of fourteen corners, #### and a word") if spelt else None
    if not numbered or not all(are_numbers(line) and len(line) % 2 == 0 and len(line) > 5 for line in lines):
        return None
    curved = any(len(line) > _QUAD + 2 for line in lines)
    boxes = all(len(line) == _QUAD for line in lines)  # of ICDAR or of MOTChallenge, where no truth is beside
    return Evidence(2, "numbered files, and lines of x1,y1,x2,y2,...") if curved or boxes else None


def _is_spelt(line: list[str]) -> bool:
    return len(line) > CORNERS and are_numbers(line[:CORNERS]) and line[CORNERS].startswith(BEFORE_WORD)


FORMAT = Format(
    name="ctw1500",
    title="SCUT-CTW1500",
    benchmark="ctw1500",
    recognise=_recognise,
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    rotated="rotated:rotated_evidence",
)
