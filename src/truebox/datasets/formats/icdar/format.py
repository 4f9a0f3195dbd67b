"""Words of the Robust Reading Competition: one text file per image, a folder of them or a zip archive.

Facts relied on (rrc.cvc.uab.es, challenge 4 of 2015, tasks 1 and 4, and the reading code of its scripts):

- Truth ``gt_img_1.txt``: ``x1,y1,x2,y2,x3,y3,x4,y4,transcription``, corners clockwise from the top left of
  the word. The transcription may hold commas; ``###`` marks a word that is not to be read. Files begin with a
  byte order mark, and lines end as on Windows.
- Sets of curves are often written in the same way with more corners. A file in which no line begins with more
  than eleven numbers has four: a word may hold numbers and commas.
- Detections ``res_img_1.txt``: the eight numbers, and after them a confidence or a transcription where there
  is one. What follows in every line is a confidence where all are numbers between 0 and 1, or numbers of
  which some are no whole ones (percent, logits); else it is a text. Both files are named after the image
  ``img_1``.
- Files of 2013 have four numbers, ``left, top, right, bottom``, and a transcription in quotes; in the
  training set blanks divide them.
- Detections are submitted as a zip archive without folders.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from truebox._lazily import deferred, deferred_pattern
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.label_lines import are_numbers, head_words

if TYPE_CHECKING:
    from truebox.datasets.formats.icdar import members
else:
    members = deferred("truebox.datasets.formats.icdar.members")  # only an archive needs zipfile (3 ms)

__all__ = ["FORMAT", "NOT_READ", "ZIP_MAGIC", "numbers_before"]

NOT_READ = "###"
ZIP_MAGIC = b"PK\x03\x04"
_NAMED = {
    "truth": deferred_pattern(r"gt_.+\.txt", re.I),
    "predictions": deferred_pattern(r"res_.+\.txt", re.I),
}
_QUAD, _BOX = 8, 4
_STATED = 3
_OF_CURVES = "####"  # what CTW1500 writes before a word


def _recognise(place: Place, role: Role) -> Evidence | None:
    if not place.is_folder and place.head.startswith(ZIP_MAGIC):
        named = _named(members.member_names(place.path), role)
        return Evidence(_STATED, f"the archive holds {named}") if named else None
    named = _named(place.names if place.is_folder else (place.path.name,), role)
    lines = head_words(place.first(".txt") if place.is_folder else place.head, ",")
    numbers = {numbers_before(words) for words in lines}
    if 0 in numbers or not (named or lines):
        return None
    if named:
        rows = f", and lines of {max(numbers)} numbers" if numbers else ""
        return Evidence(_STATED, f"the file {named}{rows}")
    if numbers != {_QUAD}:
        return None
    if role == "truth":
        spelt = [words[_QUAD:] for words in lines]
        said = all(rest and not are_numbers(rest) for rest in spelt)
        said = said and not any(word.startswith(_OF_CURVES) for rest in spelt for word in rest)
        return Evidence(_STATED, "lines of eight numbers and a transcription") if said else None
    short = all(len(words) <= _QUAD + 1 for words in lines)
    return Evidence(2, "lines of eight numbers") if short else None


def _named(names: Iterable[str], role: Role) -> str:
    """The first that is named as the files of this side are, or nothing."""
    return next((name for name in names if _NAMED[role].fullmatch(name.rpartition("/")[2])), "")


def numbers_before(words: list[str]) -> int:
    """How many numbers the corners of a line are: 8, 4 or, of another line, 0.

    Examples
    --------
    >>> numbers_before(["1"] * 8 + ["word"]), numbers_before(["1", "2", "3", "4", "word"])
    (8, 4)
    """
    if len(words) >= _QUAD and are_numbers(words[:_QUAD]):
        return _QUAD
    return _BOX if len(words) >= _BOX and are_numbers(words[:_BOX]) else 0


FORMAT = Format(
    name="icdar",
    title="ICDAR words",
    benchmark="icdar2015",
    recognise=_recognise,
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    rotated="rotated:rotated_evidence",
)
