"""YOLO: a folder of text files with one row per object, as fractions of the picture.

What is read, and where the facts come from (Ultralytics 8.4.190, ``ultralytics/data/utils.py`` and
``ultralytics/engine/results.py``; AlexeyAB/darknet's readme for ``obj.data`` and ``obj.names``):

- a row is ``class x y width height``, centre and size as fractions of the picture's width and height; or
  ``class x1 y1 x2 y2 ...``, the points of a polygon, four of them for a rotated box; or a box and then
  keypoints of 2 or 3 numbers; predictions add the confidence and, when tracked, the number of the track;
- classes count from 0; their names stand in ``data.yaml``, ``classes.txt`` or ``obj.names``;
- a picture without a label file is background; sizes come from headers, turned as Exif says, because YOLO's
  own reader turns them; without pictures the boxes stay fractions;
- values may pass the bounds by 0.01, as there; a byte-order mark is accepted, as there.

Not followed: exact duplicates of a row, which Ultralytics drops while training, stay.
"""

from __future__ import annotations

from pathlib import Path

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place

__all__ = ["FORMAT"]

_NAMES_KEY = deferred_pattern(rb"(?:^|\n)names\s*:")
_DATA_KEYS = deferred_pattern(rb"(?:^|\n)\s*(?:names|train|valid)\s*=")
_NAME_FILES = ("classes.txt", "obj.names", "obj.data", "data.yaml", "dataset.yaml", "_darknet.labels")
_HIGHEST = 2.0
_SAMPLED = 8


def _recognise(place: Place, role: Role) -> Evidence | None:
    if role == "truth" and place.is_folder and not place.count(".txt"):
        place = place.at(_labels_beside(place.path))
    if not place.is_folder:
        name = place.path.name.lower()
        if role == "truth" and name.endswith((".yaml", ".yml")) and _NAMES_KEY.search(place.head):
            return Evidence(3, "YAML with names of classes")
        if role == "truth" and name.endswith(".data") and _DATA_KEYS.search(place.head):
            return Evidence(3, "Darknet's data file")
        return None
    named = next((name for name in place.names if name.rpartition("/")[2].lower() in _NAME_FILES), "")
    texts = [
        name
        for name in place.names
        if name.lower().endswith(".txt") and name.rpartition("/")[2].lower() not in _NAME_FILES
    ]
    looked_at = 0
    for name in texts:
        try:
            with (place.path / name).open("rb") as stream:
                head = stream.read(1 << 16)
        except OSError:
            continue
        if not head.strip():
            continue  # background
        looked_at += 1
        if looked_at > _SAMPLED:
            break
        columns = _columns_of(head)
        if columns:
            text = f"rows of {columns} columns, a class number and fractions, such as in {name}"
            return Evidence(3 if named else 2, f"{named} and {text}" if named else text)
    if named and role == "truth" and named.endswith((".yaml", ".data")):
        return Evidence(2, named)
    return None


def _labels_beside(pictures: Path) -> Path:
    """The folder of the labels of a folder of pictures, where ``images`` in its path is ``labels``."""
    parts = pictures.absolute().parts
    place = max((at for at, part in enumerate(parts) if part == "images"), default=None)
    found = pictures if place is None else Path(*parts[:place], "labels", *parts[place + 1 :])
    return found if found.is_dir() else pictures


def _columns_of(head: bytes) -> int:
    """The columns of the first row of a text whose rows are all a class number and fractions, else 0."""
    lines = head.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    if len(head) == 1 << 16:
        lines.pop()  # cut off
    columns = 0
    for line in lines:
        tokens = line.split()
        if not tokens:
            continue
        try:
            numbers = [float(token) for token in tokens]
        except ValueError:
            return 0
        fractions = numbers[1:5] if len(numbers) in (5, 6, 7) else numbers[1:]
        within = all(-_HIGHEST <= number <= _HIGHEST for number in fractions)
        if len(tokens) < 5 or not tokens[0].replace(b".0", b"").isdigit() or not within:
            return 0
        columns = columns or len(tokens)
    return columns


FORMAT = Format(
    name="yolo",
    title="YOLO labels",
    recognise=_recognise,
    boxes="open",
    heeds=("box_format", "classes", "task"),
    read_truth="truth_reader:read_truth",
    splits="splits:splits_of",
    read_predictions="prediction_reader:read_predictions",
    rotated="rotated:rotated_evidence",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
    by_ids=True,
)
