"""WIDER FACE (shuoyang1213.me/WIDERFACE, and the Python kit that face detectors ship).

Facts relied on:

- Truth as text, ``wider_face_val_bbx_gt.txt``: a line ``0--Parade/name.jpg``, a line with the number of
  faces, and one line a face, ``x y w h blur expression illumination invalid occlusion pose``; an image
  without faces has the number 0 and one line of zeros. A face that is marked invalid is ignored.
- Truth as MATLAB files of one folder, which evaluation needs: ``wider_face_val.mat`` with events, files and
  faces, and ``wider_{easy,medium,hard}_val.mat`` with the numbers, from 1, of the faces of each subset.
- Detections: ``0--Parade/name.txt`` with a line of the file's name, a line with their number, and
  ``x y w h score``.
- An image is called by its event and its file without the suffix.
"""

from __future__ import annotations

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place

__all__ = ["FACE", "FORMAT", "MATLAB", "SUBSETS"]

FACE = "face"
SUBSETS = ("easy", "medium", "hard")
MATLAB = "wider_face_val.mat"
_IMAGE = deferred_pattern(rb"[0-9]+--[^/\s]+/[^/\n]+\.[A-Za-z]+\s*")
_EVENT = deferred_pattern(r"[0-9]+--[^/]+/[^/]+\.txt")


def _recognise(place: Place, role: Role) -> Evidence | None:
    if role == "predictions":
        held = place.is_folder and sum(_EVENT.fullmatch(name) is not None for name in place.names)
        return Evidence(3, "folders of events, 0--Parade/name.txt") if held else None
    if place.is_folder:
        return Evidence(3, MATLAB) if MATLAB in place.names else None
    lines = place.head.split(b"\n", 3)
    named = len(lines) > 2 and _IMAGE.fullmatch(lines[0]) and lines[1].strip().isdigit()
    if not named or len(lines[2].split()) not in (4, 10):
        return None
    return Evidence(3, "a line of an event and a file, one of a number, and faces")


FORMAT = Format(
    name="widerface",
    title="WIDER FACE",
    benchmark="wider_face",
    recognise=_recognise,
    boxes="xywh",
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
)
