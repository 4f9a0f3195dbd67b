"""KITTI labels: one text file per image, 15 columns, and a score behind them for detections.

Facts relied on (readme.txt of the object development kit, cvlibs.net/datasets/kitti):

- ``type truncated occluded alpha left top right bottom height width length x y z rotation_y [score]``;
  the 2D box is in pixels, **0-based**. The kit's evaluation measures widths as ``right - left``, without
  adding one.
- ``DontCare`` regions are no objects: they are ignored, and so are detections in them. Unknown values
  there are -1, -1, -10 and -1000.
- ``occluded``: 0 fully visible, 1 partly, 2 largely, 3 unknown. ``truncated``: 0 to 1.
"""

from __future__ import annotations

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.label_lines import are_numbers, head_words

__all__ = ["BESIDE", "FORMAT", "IGNORED", "NAMES", "SPACE"]

# Beside the box; unknown values, which writing uses where an object has none.
BESIDE = {"truncated": -1.0, "occluded": -1.0, "alpha": -10.0}
SPACE = {
    "height_3d": -1.0,
    "width_3d": -1.0,
    "length_3d": -1.0,
    "x_3d": -1000.0,
    "y_3d": -1000.0,
    "z_3d": -1000.0,
    "rotation_y": -10.0,
}
NAMES = (*BESIDE, "left", "top", "right", "bottom", *SPACE)
IGNORED = "DontCare"


def _recognise(place: Place, role: Role) -> Evidence | None:
    lines = head_words(place.first(".txt") if place.is_folder else place.head)
    columns = len(lines[0]) if lines else 0
    if columns not in (15, 16) or (role == "truth" and columns == 16):
        return None
    if not all(len(line) == columns and are_numbers(line[1:]) for line in lines):
        return None
    if role == "truth" or columns == 16:
        return Evidence(3, f"lines of a class and {columns - 1} numbers")
    return Evidence(1, "lines of a class and 14 numbers, without a score")  # reading says so


FORMAT = Format(
    name="kitti",
    title="KITTI labels",
    benchmark="kitti",
    recognise=_recognise,
    boxes="xyxy",
    heeds=("classes", "pixel_origin"),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
