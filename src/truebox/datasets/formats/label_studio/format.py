"""Label Studio's JSON export, whole or short (JSON_MIN) (labelstud.io/guide/task_format).

Facts, from that page and from label-studio-sdk 2.1.2 (``converter/converter.py``); those about regions are
in `regions`:

- A file is a list of tasks. A task has ``data`` (the picture's address) and ``annotations``, once called
  ``completions``; each of these has a ``result``, a list of regions. ``was_cancelled`` and ``skipped`` mark
  what an annotator gave up; ``ground_truth`` marks the one to believe.
- ``predictions`` have a ``result`` too; a score belongs to a region or to the whole prediction.
- The short export has one object per picture: its address, and lists of regions.
- Pictures are known by address only: they join by the last part of it, without the mark that Label Studio
  puts before uploads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place

if TYPE_CHECKING:
    pass

__all__ = ["FORMAT"]
_MARKS = (
    b'"original_width"',
    b'labels": [',
    b'labels":[',
    b'"was_cancelled"',
    b'"completions"',
    b'"from_name"',
)


def _recognise(place: Place, role: Role) -> Evidence | None:
    head = place.head.lstrip()
    if not head.startswith((b"[", b"{")) or b'"category_id"' in head:
        return None
    if any(mark in head for mark in _MARKS) and (b'"data"' in head or b'"original_width"' in head):
        return Evidence(3, "tasks with regions in percent")
    if b'"data"' in head and b'"result"' in head:
        return Evidence(2, 'tasks with "data" and "result"')
    return None


FORMAT = Format(
    name="label-studio",
    title="Label Studio JSON",
    recognise=_recognise,
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
