"""Prodigy's image annotations, one JSON object a line (prodi.gy/docs/api-interfaces, "image_manual").

Facts, from that page:

- A line has ``image`` (a path, an address, or the picture itself as text), ``width`` and ``height`` of the
  picture as it was shown, ``spans``, and ``answer``: accept, reject or ignore.
- A span has ``label`` and ``points`` in pixels, with ``type`` rect, polygon or freehand; ``x``, ``y``
  (top left), ``width``, ``height`` and ``center`` stand beside the points from version 1.10 on.
- Rejected and ignored pictures are no truth: they are left out and counted. Where the picture is held as
  text, ``path`` or ``meta.file`` names it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place

if TYPE_CHECKING:
    pass

__all__ = ["FORMAT"]


def _recognise(place: Place, role: Role) -> Evidence | None:
    head = place.head.removeprefix(b"\xef\xbb\xbf").lstrip()  # reading says that a mark is refused
    if role != "truth" or not head.startswith(b"{") or b'"image"' not in head:
        return None
    if b'"spans"' in head and (b'"answer"' in head or b'"points"' in head):
        return Evidence(3, 'lines with "image", "spans" and "answer"')
    if b'"_task_hash"' in head or b'"_input_hash"' in head or b'"spans"' in head:
        return Evidence(2, 'lines with "image" as Prodigy writes them')
    return None


FORMAT = Format(
    name="prodigy",
    title="Prodigy JSONL",
    recognise=_recognise,
    read_truth="reader:read_truth",
    write_truth="writer:write_truth",
)
