# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
from truebox.typing import FloatArray, Int64Array

# Boxes [T, 4] x, y, width, height of one object in every frame; out [T] is written.
def followed_overlaps(truth: FloatArray, found: FloatArray, out: FloatArray) -> None: ...
def center_distances(truth: FloatArray, found: FloatArray, normalized: bool, out: FloatArray) -> None: ...

# Stretches of the values by offsets [S + 1]; thresholds [C] ascend; out [S, C] is written.
def curve_shares(
    values: FloatArray,
    offsets: Int64Array,
    thresholds: FloatArray,
    above: bool,
    out: FloatArray,
) -> None: ...
