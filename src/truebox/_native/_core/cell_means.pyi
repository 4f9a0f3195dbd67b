# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
from truebox.typing import FloatArray, Int64Array

def mean_of_cells(
    table: FloatArray,  # [T, R, K, A, M], with any strides
    classes: Int64Array,  # [C] places in the table, at least one, as of caps and thresholds
    range: int,  # place of the area range
    caps: Int64Array,
    thresholds: Int64Array,
    more: FloatArray | None = None,  # [T, E, K, A, M] what stands in the table instead
    recalls: Int64Array | None = None,  # [E] at these recalls
) -> float: ...  # as numpy.mean of all in one row: thresholds, recalls, classes, caps
def means_of_classes(
    table: FloatArray,  # [T, R, K, A, M], with any strides
    classes: Int64Array,  # [C]
    range: int,
    caps: Int64Array,
    thresholds: Int64Array,
    means: FloatArray,  # out [C]: as numpy.mean of thresholds, recalls, caps of each in one row
    more: FloatArray | None = None,  # [T, E, K, A, M] what stands in the table instead
    recalls: Int64Array | None = None,  # [E] at these recalls
) -> None: ...
