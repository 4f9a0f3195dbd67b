"""Scalabel and BDD100K JSON: frames with labels, boxes as two corners that both belong to the box.

Facts relied on (doc.scalabel.ai/format.html; scalabel 0.3.1, ``label/transforms.py`` and
``label/to_coco.py``):

- A list of frames ``{name, videoName, frameIndex, size, labels}``, or an object with ``frames`` and
  ``config`` (``imageSize``, ``categories``). ``labels`` may be null or missing.
- ``box2d {x1, y1, x2, y2}`` is **inclusive**: scalabel's own width is ``x2 - x1 + 1``.
- ``attributes.crowd`` and ``attributes.ignored`` are both crowd regions in scalabel's COCO export; here
  the second is kept as ignored. ``occluded`` and ``truncated`` are kept.
- ``id`` of a label is its track in videos. Predictions have ``score`` in each label.
"""

from __future__ import annotations

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place

__all__ = ["FORMAT"]
_BOX_KEY = deferred_pattern(rb'"box2d"\s*:\s*\{')
_FRAMES_KEY = deferred_pattern(rb'^\s*\{\s*"frames"\s*:\s*\[')
_SCORE = deferred_pattern(rb'"score"\s*:')


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder:
        return None
    boxed = _BOX_KEY.search(place.head) is not None
    if role == "predictions" and boxed and not _SCORE.search(place.head):
        return None
    if boxed:
        return Evidence(3, "labels with box2d")
    if role == "truth" and _FRAMES_KEY.search(place.head):
        return Evidence(2, "an object with frames")
    return None


FORMAT = Format(
    name="scalabel",
    title="Scalabel/BDD100K JSON",
    recognise=_recognise,
    boxes="xyxy",
    heeds=("classes", "pixel_origin"),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
