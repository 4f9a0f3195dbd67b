"""Cityscapes instances: pictures of ids for the truth; text files that name mask pictures for detections.

Facts relied on (README of cityscapesScripts 2.3.0, and its evaluation of instances):

- ``<city>_<sequence>_<frame>_gtFine_instanceIds.png``: 16 bits of grey. A pixel is ``1000 label + number`` in
  an instance, and the label itself elsewhere: void, stuff, or a group whose members are not told apart.
- Detections: one text file an image, ``<city>_<sequence>_<frame>*.txt``. A line is
  ``path label confidence``; the path, relative to the file, is that of a picture in which every pixel that
  is not black belongs to the detection.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.label_lines import are_numbers, head_words

__all__ = ["FORMAT", "TRUTH_ENDING", "WORDS", "image_of", "mask_lines"]

TRUTH_ENDING = "_instanceids.png"
WORDS = 3
_FRAME = deferred_pattern(r"(.+?_[0-9]+_[0-9]+)(?:_.*)?")


def _recognise(place: Place, role: Role) -> Evidence | None:
    if role == "truth":
        names = place.names if place.is_folder else (place.path.name,)
        count = sum(name.lower().endswith(TRUTH_ENDING) for name in names)
        return Evidence(3, "pictures named *_instanceIds.png") if count else None
    lines = head_words(place.first(".txt") if place.is_folder else place.head)
    if lines and all(_names_a_mask(words) for words in lines):
        return Evidence(3, "lines of a mask's picture, a label and a confidence")
    return None


def mask_lines(path: Path) -> str:
    """What says that predictions are masks: they are nothing else.

    Examples
    --------
    >>> mask_lines(Path("results"))
    'lines of results that name pictures of masks'
    """
    return f"lines of {path.name} that name pictures of masks"


def _names_a_mask(words: list[str]) -> bool:
    return len(words) == WORDS and words[0].lower().endswith(".png") and are_numbers(words[1:])


def image_of(name: str) -> str:
    """The image that a file is of: city, sequence and frame, else its name.

    Examples
    --------
    >>> image_of("val/ulm/ulm_000000_000019_gtFine_instanceIds.png"), image_of("ulm_000000_000019.txt")
    ('ulm_000000_000019', 'ulm_000000_000019')
    >>> image_of("seven_instanceIds.png")
    'seven'
    """
    stem = PurePosixPath(name).name.rpartition(".")[0]
    if stem.lower().endswith("_instanceids"):
        stem = stem[: -len("_instanceids")]
    found = _FRAME.fullmatch(stem)
    return found[1] if found else stem


FORMAT = Format(
    name="cityscapes",
    title="Cityscapes instances",
    benchmark="cityscapes",
    recognise=_recognise,
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    masked="format:mask_lines",
)
