# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truebox.typing import ByteArray, FloatArray

# Columns of annotations: image, category, id int64 [N], area [N], boxes [4 N], crowd uint8 [N] of truths or
# score [N], and whether some area is a float32. None where a row is not plain: a dict of the usual numbers
# under an id of its own, which `index` finds.
def read_rows(rows: list[Any], index: dict[Any, Any], truths: bool) -> tuple[Any, ...] | None: ...
def match_cell(
    overlaps: FloatArray,  # [D, G]
    uncounted: ByteArray,  # [G] those that count first
    crowd: ByteArray,  # [G]
    truth_ids: FloatArray,  # [G]
    detection_ids: FloatArray,  # [D]
    thresholds: FloatArray,  # [T]
    of_detections: FloatArray,  # [T, D] zeros; the id of the matched truth
    of_truths: FloatArray,  # [T, G] zeros; the id of the matched detection
    matched_uncounted: ByteArray,  # [T, D] zeros
) -> None: ...
def overlap_boxes(
    detections: FloatArray,  # [D, 4] x, y, width, height
    truths: FloatArray,  # [G, 4]
    crowd: ByteArray,  # [G]
    out: FloatArray,  # [G, D]
) -> None: ...
def encode_planes(
    planes: ByteArray,
) -> list[bytes]: ...  # [H, W, N] in column-major order; the counts of each

# Of a dict with compressed counts, or of a list of them; None where an argument is not plain or not right.
def area_of_texts(objects: Any, /) -> NDArray[np.uint32] | np.uint32 | None: ...
def boxes_of_texts(objects: Any, /) -> FloatArray | None: ...  # [4], or [N, 4]

# Of lists of dicts with compressed counts.
def decode_texts(objects: list[Any]) -> ByteArray | None: ...  # [H, W, N], column-major
def merge_texts(objects: list[Any], intersect: bool) -> dict[str, Any] | None: ...

# Of dicts, or of boxes as float64 [N, 4] or lists; overlaps float64 [N, M], column-major
def overlap_plainly(found: Any, truths: Any, crowd: Any, /) -> FloatArray | None: ...

# Of lists of numbers; h and w are whole numbers from 1 on
def outlines_to_dicts(polygons: list[Any], height: Any, width: Any) -> list[dict[str, Any]] | None: ...
def counts_to_dicts(objects: list[Any]) -> list[dict[str, Any]] | None: ...
