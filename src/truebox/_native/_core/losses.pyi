# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
from typing import Any

# `predictions` and `targets` are NumPy arrays of one dtype, float32 or float64, and one shape [..., 4], in C
# order and not empty. Where they are not, and where a number is not finite or so large that the formulas
# scale, the answer is None. `length` is the squared diagonal of the image of "mpdiou", the constant of "nwd".

# -> [K, N], what goes into functions that are not computed here: of "ciou" width and height of either box,
# whose inverse tangents it takes; of "siou" four exponents; of "nwd" a square, and 0 where its root is one.
def loss_arguments(measure: str, predictions: Any, targets: Any, box_format: str) -> Any: ...

# -> [N]. `curves` [C, N]: of "ciou" two angles; of "siou" four exponentials and the fourth powers of 1 less
# the latter two; of "nwd" root and exponential; of all others None.
def loss_values(
    measure: str, predictions: Any, targets: Any, box_format: str, length: float, curves: Any
) -> Any: ...

# -> slopes along the numbers of the predictions and of the targets, None for those not asked for. `upstream`
# is an array [N], or one number for all, over `divisor`.
def loss_slopes(
    measure: str,
    predictions: Any,
    targets: Any,
    box_format: str,
    length: float,
    curves: Any,
    upstream: Any,
    divisor: float,
    of_predictions: bool,
    of_targets: bool,
) -> Any: ...
