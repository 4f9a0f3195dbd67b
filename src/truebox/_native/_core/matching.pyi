# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
# Arrays are C-contiguous; both functions give rows [K], columns [K], and the rows and columns in no pair.
from collections.abc import Callable
from typing import Any

from truebox.typing import BoolArray, FloatArray, Int64Array

_Found = tuple[Int64Array, Int64Array, Int64Array, Int64Array]

def match_greedy(
    overlap: FloatArray,  # [N, M]
    scores: FloatArray,  # [N], finite
    threshold: float,
    crowd: BoolArray | None,  # [M]
    ignored: BoolArray | None,  # [M]
) -> _Found: ...  # by falling score
def match_optimal(
    cost: FloatArray,  # [N, M]
    limit: float,  # a pair that costs more is forbidden
) -> _Found | None: ...  # rows ascend; None where a cost is NaN or minus infinity

# The front of `match_optimal` (see `truebox._kinds.answered_first`) that answers with this class of
# tuples: of matrices float64 in C order, without a gate.
def plain_matcher(answer_type: type[Any]) -> Callable[[tuple[Any, ...], dict[str, Any]], Any]: ...
