"""KITTI tracking labels: one text file per sequence, one line per object and frame.

Facts relied on (readme.txt of the tracking development kit, cvlibs.net/datasets/kitti; the detections that
come with AB3DMOT, github.com/xinshuoweng/AB3DMOT, ``data/KITTI/detection``):

- ``frame track type truncated occluded alpha left top right bottom height width length x y z rotation_y
  [score]``, divided by blanks; frames and tracks are counted from 0, pixels too. Pictures are
  ``image_02/0001/000003.png``.
- ``DontCare`` regions have the track -1; they are no objects. Taken as crowd regions of a class of their own.
- AB3DMOT has detections as ``frame,type,left,top,right,bottom,score,height,width,length,x,y,z,rotation_y,
  alpha``, divided by commas, where 1 is Pedestrian, 2 Car and 3 Cyclist.
- Frames without any line are not named: nothing tells how long a sequence is.
"""

from __future__ import annotations

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.label_lines import are_numbers, head_words

__all__ = ["DETECTIONS", "FORMAT", "IGNORED", "LABELS", "TYPES"]

LABELS, DETECTIONS = 17, 15
IGNORED = "DontCare"
TYPES = {1: "Pedestrian", 2: "Car", 3: "Cyclist"}


def _recognise(place: Place, role: Role) -> Evidence | None:
    head = place.first(".txt") if place.is_folder else place.head
    columns = LABELS if role == "truth" else LABELS + 1
    lines = head_words(head)
    if lines and all(_is_label(line, columns) for line in lines):
        return Evidence(3, f"lines of a frame, a track, a class and {columns - 3} numbers")
    if role == "predictions":
        lines = head_words(head, ",")
        if lines and all(_is_detection(line) for line in lines):
            return Evidence(3, "lines of a frame, a type, a box, a score and 8 numbers in space")
    return None


def _is_label(words: list[str], columns: int) -> bool:
    rest = words[:2] + words[3:]
    return len(words) == columns and are_numbers(rest) and not are_numbers(words[2:3])


def _is_detection(words: list[str]) -> bool:
    return len(words) == DETECTIONS and are_numbers(words) and words[1] in map(str, TYPES)


FORMAT = Format(
    name="kitti-tracking",
    title="KITTI tracking labels",
    recognise=_recognise,
    boxes="xyxy",
    heeds=("classes", "pixel_origin"),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
)
