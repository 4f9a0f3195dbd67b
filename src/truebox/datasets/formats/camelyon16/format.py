"""CAMELYON16: metastases outlined in slides, and the points of a system with a confidence.

Facts, from the evaluation script of the challenge and the annotations of ASAP:

- A truth is ``<slide>.xml`` with ``<ASAP_Annotations>``: polygons in pixels of the whole slide, in groups.
  The groups ``_2``, ``Exclusion`` and ``normal`` cut holes; all others are tumour.
- ``reference.csv`` of the challenge lists the slides, those without tumour too: the name is the first cell.
- A result is ``<slide>.csv`` with rows ``confidence,x,y``, without a header, one file for each slide.
- The script looks at the slide at level 5, where a pixel is 32 wide and high: see `regions`.

Tables are taken too: ``slide, lesion, x, y`` with a corner of an outline a row (a row with a slide alone
lists it), and ``slide, confidence, x, y``. Masks as TIFF are not read.
"""

from __future__ import annotations

from collections.abc import Mapping

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.csv.head import csv_head

__all__ = ["CORNERS", "FORMAT", "LABELS", "POINTS", "are_columns"]

CORNERS = ("slide", "lesion", "x", "y")
POINTS = ("slide", "confidence", "x", "y")
LABELS = "label_images"
_CELLS = 3


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder:
        return _annotations(place) if role == "truth" else _points(place)
    if role == "truth" and b"<ASAP_Annotations" in place.head:
        return Evidence(3, "<ASAP_Annotations>")
    head, wanted = csv_head(place.head), CORNERS if role == "truth" else POINTS
    if head is not None and set(wanted) <= set(head.names):
        return Evidence(3, f"the columns {', '.join(wanted)}")
    return None


def _annotations(place: Place) -> Evidence | None:
    if b"<ASAP_Annotations" in place.first(".xml"):
        return Evidence(3, "*.xml with <ASAP_Annotations>")
    pictures = [name.rpartition("/")[2] for name in place.names if name.lower().endswith((".tif", ".tiff"))]
    if pictures and all(name.lower().startswith(("tumor_", "test_", "normal_")) for name in pictures):
        return Evidence(1, "slides or masks of CAMELYON16 as TIFF")
    return None


def _points(place: Place) -> Evidence | None:
    if not place.names or any("/" in name or not name.endswith(".csv") for name in place.names):
        return None
    lines = place.first(".csv").decode("utf-8", "replace").splitlines()
    cells = lines[0].split(",") if lines else []
    if len(cells) != _CELLS:
        return None
    try:
        [float(cell) for cell in cells]
    except ValueError:
        if cells[0].strip().lower() != "confidence":
            return None
    return Evidence(2, "<slide>.csv with confidence,x,y")


def are_columns(source: object) -> bool:
    """Whether parsed data is columns of outlines or points in slides, or label images of slides.

    Examples
    --------
    >>> are_columns(dict.fromkeys(POINTS, [])), are_columns({"label_images": {}}), are_columns({"boxes": []})
    (True, True, False)
    """
    if not isinstance(source, Mapping):
        return False
    return set(source) == {LABELS} or any(set(source) >= set(each) for each in (CORNERS, POINTS))


FORMAT = Format(
    name="camelyon16",
    title="CAMELYON16",
    benchmark="camelyon16",
    recognise=_recognise,
    boxes="open",
    heeds=(),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    parsed=are_columns,
    parsed_truth="reader:truth_of",
    parsed_predictions="reader:predictions_of",
)
