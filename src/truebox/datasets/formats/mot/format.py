"""MOTChallenge: one text file per sequence, one line per object and frame, everything counted from 1.

Facts relied on (arXiv:1906.04567, section "Data format"; arXiv:1603.00831, table 5; TrackEval 1.3.0,
``mot_challenge_2d_box.py``):

- ``frame, id, bb_left, bb_top, bb_width, bb_height, conf, ...``: frames, ids **and pixels are counted
  from 1**.
- Truth of MOT16 on has 9 columns: behind the box a flag (0: not to be considered), the class, the
  visibility. Truth of MOT15 has 10: the flag, then world coordinates; everything is a pedestrian. Some
  tools write nine and a -1.
- Detections and results have the confidence in column 7 and -1 where there is no id.
- Classes 1 to 13 as in `truebox.datasets.formats.mot.classes`; only pedestrians are evaluated.
- ``seqinfo.ini`` beside ``gt`` has name, imDir, seqLength, imWidth, imHeight, imExt.
"""

from __future__ import annotations

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.label_lines import are_meant_as_numbers, are_numbers, head_words

__all__ = ["FORMAT"]


def _recognise(place: Place, role: Role) -> Evidence | None:
    own = "gt" if role == "truth" else "det"
    if place.is_folder:
        named = [name for name in place.names if name == f"{own}.txt" or name.endswith(f"/{own}.txt")]
        if named and _fits(Place(place.path / named[0]).head):
            return Evidence(3, f"the file {named[0]} with lines frame, id, box, confidence")
        fits = role == "predictions" and _fits(place.first(".txt"))
    else:
        fits = _fits(place.head)
    return Evidence(2, "lines frame, id, left, top, width, height, confidence") if fits else None


def _fits(head: bytes) -> bool:
    lines = head_words(head, ",")
    return bool(lines) and all(
        7 <= len(line) <= 10 and are_numbers(line[:2]) and are_meant_as_numbers(line[2:]) for line in lines
    )


FORMAT = Format(
    name="mot",
    title="MOTChallenge",
    recognise=_recognise,
    heeds=("classes", "pixel_origin"),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
