"""CrowdHuman's odgt: one JSON object a line, of one image (www.crowdhuman.org, CrowdDet's ``lib/evaluate``).

Facts relied on:

- Truth: ``ID``, and ``gtboxes`` with ``tag``, ``fbox`` (the whole body), ``vbox`` (what is seen), ``hbox``
  (the head), each x, y, width, height; bodies may reach out of the image. The published files have no sizes;
  those that evaluation reads have ``width`` and ``height``.
- A tag other than ``person`` (``mask``: crowds and reflections), and ``extra.ignore`` not 0, mark a region
  that is ignored: it becomes a crowd. ``head_attr.ignore`` does so for the head alone.
- Detections: ``ID`` and ``dtboxes`` with ``box`` and ``score``, and ``hbox`` where heads were detected.
- Bodies are read, of the class ``person``; heads instead where ``head`` is the one class named with
  ``--classes``.
"""

from __future__ import annotations

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place

__all__ = ["BODY", "FORMAT", "HEAD"]

BODY, HEAD = "person", "head"
_KEYS = {"truth": b'"gtboxes"', "predictions": b'"dtboxes"'}


def _recognise(place: Place, role: Role) -> Evidence | None:
    head = place.head.lstrip()
    if place.is_folder or not head.startswith(b"{") or b'"ID"' not in head or _KEYS[role] not in head:
        return None
    return Evidence(3, f'lines with "ID" and {_KEYS[role].decode()}')


FORMAT = Format(
    name="odgt",
    title="CrowdHuman odgt",
    benchmark="crowdhuman",
    recognise=_recognise,
    boxes="xywh",
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
)
