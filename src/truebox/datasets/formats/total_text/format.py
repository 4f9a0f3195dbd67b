"""Total-Text (github.com/cs-chan/Total-Text-Dataset, and the scripts of its ``Evaluation_Protocol``).

Facts relied on:

- Truth as MATLAB files ``poly_gt_img1.mat`` with one variable, ``polygt``: a row of six cells for each word,
  ``x:``, the x, ``y:``, the y, the word, and its orientation (``h``, ``m``, ``c``; ``#`` is not to be read).
- The same as text, ``poly_gt_img1.txt``: ``x: [[1 2 3]], y: [[4 5 6]], ornt: [u'c'],
  transcriptions: [u'a']``;
  long lists are broken into lines.
- Detections ``img1.txt``: one word a line, ``y1,x1,y2,x2,...``: *y comes first*. They have no confidence.
- The image of all three is ``img1``.
"""

from __future__ import annotations

import re

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.label_lines import are_numbers, head_words

__all__ = ["FORMAT", "TRUTH_FILE"]

TRUTH_FILE = deferred_pattern(r"poly_gt_(.+)\.(mat|txt)", re.I)
_FOUND_FILE = deferred_pattern(r"img[0-9]+\.txt", re.I)
_QUAD = 8
_LOOKED_AT, _HEAD = 100, 1 << 14


def _recognise(place: Place, role: Role) -> Evidence | None:
    names = [name.rpartition("/")[2] for name in (place.names if place.is_folder else (place.path.name,))]
    if role == "truth":
        held = next((name for name in names if TRUTH_FILE.fullmatch(name)), None)
        if held or place.is_folder:
            return Evidence(3, f"the file {held}") if held else None
        return Evidence(3, "words as x: [[..]], y: [[..]]") if place.head.startswith(b"x: [[") else None
    files = [name for name in names if name.lower().endswith(".txt")]
    if not files or not all(map(_FOUND_FILE.fullmatch, files)):
        return None
    lines = head_words(place.first(".txt") if place.is_folder else place.head, ",")
    if not lines or not all(are_numbers(line) and len(line) % 2 == 0 and len(line) > 5 for line in lines):
        return None
    curved = longest_line(place) > _QUAD
    return Evidence(3 if curved else 2, f"the file {files[0]}, and lines of y1,x1,y2,x2,...")


def longest_line(place: Place) -> int:
    """The most columns of a line of the first files: more than four corners tell outlines from boxes."""
    longest = 0
    names = [name for name in place.names if name.lower().endswith(".txt")] if place.is_folder else [""]
    for name in names[:_LOOKED_AT]:
        try:
            with (place.path / name if name else place.path).open("rb") as stream:
                head = stream.read(_HEAD)
        except OSError:
            continue
        longest = max(longest, *map(len, head_words(head, ",")), 0)
    return longest


FORMAT = Format(
    name="total-text",
    title="Total-Text",
    benchmark="total_text",
    recognise=_recognise,
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    rotated="rotated:rotated_evidence",
)
