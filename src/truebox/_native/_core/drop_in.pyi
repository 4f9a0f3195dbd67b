# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
from typing import Any

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
