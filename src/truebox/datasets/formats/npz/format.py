"""NumPy archives: columns as arrays, one entry per object.

Facts relied on (numpy.org/doc/stable/reference/generated/numpy.lib.format.html):

- An ``.npz`` is a zip of ``.npy`` files. Arrays of objects are pickles, which run code when they are
  loaded: they are refused, whatever they hold.
- No standard names the arrays. Read are ``image`` (texts or whole numbers), ``boxes`` [N, 4], ``labels``
  (texts or whole numbers), ``scores`` of detections, and where present ``crowd``, ``ignore``, ``area``,
  ``track``, ``image_width``, ``image_height``; ``all_images`` [I] and ``all_image_sizes`` [I, 2] list images
  without objects too. A text ``box_format`` in the archive says what four
  numbers mean; else ``box_format`` must.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place

if TYPE_CHECKING:
    pass

__all__ = ["FORMAT"]

_ZIP = b"PK\x03\x04"


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder or not place.head.startswith(_ZIP) or b".npy" not in place.head[:256]:
        return None
    return Evidence(3, "a zip of NumPy arrays")


FORMAT = Format(
    name="npz",
    title="NumPy archive",
    recognise=_recognise,
    boxes="open",
    heeds=("box_format", "classes"),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
