# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
# Arrays are C-contiguous; both functions give (rows [K], columns [K]).
from truebox.typing import BoolArray, FloatArray, Int64Array

def match_greedy(
    overlap: FloatArray,  # [N, M]
    scores: FloatArray,  # [N], finite
    threshold: float,
    crowd: BoolArray | None,  # [M]
    ignored: BoolArray | None,  # [M]
) -> tuple[Int64Array, Int64Array]: ...  # by falling score
def match_optimal(
    cost: FloatArray,  # [N, M], no NaN, no -inf
    limit: float,  # a pair that costs more is forbidden
) -> tuple[Int64Array, Int64Array]: ...  # rows ascend
