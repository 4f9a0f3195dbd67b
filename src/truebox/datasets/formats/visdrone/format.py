"""VisDrone: one text file per image, eight columns, of truth and of detections alike.

Facts relied on (readme of the detection toolkit VisDrone2018-DET-toolkit, and its reading code):

- ``left,top,width,height,score,category,truncation,occlusion``; lines may end in a comma. Boxes are in
  pixels, and none is added to a width.
- Of truth, the score is a flag: 1 counts, 0 is to be ignored. Of detections, truncation and occlusion
  are -1.
- Categories: 0 are regions in which nothing counts, 1 to 10 are evaluated, 11 are other things.
- A split is a folder with ``annotations`` and ``images``.
"""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.label_lines import are_numbers, head_words

__all__ = ["CLASSES", "COLUMNS", "FORMAT", "folder_of", "without_last_comma"]

CLASSES = (
    "ignored regions",
    "pedestrian",
    "people",
    "bicycle",
    "car",
    "van",
    "truck",
    "tricycle",
    "awning-tricycle",
    "bus",
    "motor",
    "others",
)
COLUMNS = ("left", "top", "width", "height", "score", "category", "truncation", "occlusion")
_STATES = frozenset(map(str, range(-1, 3)))
_FLAGS = frozenset(("0", "1"))


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder:
        place = place.at(folder_of(place.path, role))
    lines = [
        without_last_comma(line)
        for line in head_words(place.first(".txt") if place.is_folder else place.head, ",")
    ]
    if not lines or not all(_fits(line) for line in lines):
        return None
    if role == "truth" and not all(line[4] in _FLAGS for line in lines):
        return None
    return Evidence(3, "lines of a box, a score, a category, truncation and occlusion")


def _fits(line: list[str]) -> bool:
    """Eight numbers, of which the last three are a category and two states."""
    return (
        len(line) == len(COLUMNS)
        and are_numbers(line)
        and line[5].isdecimal()
        and line[6] in _STATES
        and line[7] in _STATES
    )


def without_last_comma(words: list[str]) -> list[str]:
    """The words of a line, without the empty one that a comma at its end makes.

    Examples
    --------
    >>> without_last_comma(["1", "2", ""])
    ['1', '2']
    """
    return words[:-1] if words[-1:] == [""] else words


def folder_of(path: Path, role: Role) -> Path:
    """The annotations of a folder that holds the pictures too, else the path itself.

    Examples
    --------
    >>> folder_of(Path("no-such-folder"), "truth").name
    'no-such-folder'
    """
    inner = path / "annotations"
    return inner if role == "truth" and inner.is_dir() else path


FORMAT = Format(
    name="visdrone",
    title="VisDrone",
    benchmark="visdrone",
    recognise=_recognise,
    boxes="xywh",
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
)
