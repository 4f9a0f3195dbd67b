# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
#
# Every door answers None for what it does not take: arrays that are not contiguous [N, 4] of one float type,
# boxes that are not finite or have a negative extent, unknown options, an `out` that does not fit. Nothing is
# converted here.
from typing import Any

from truebox.typing import AnyArray

def single_iou(
    box_a: Any, box_b: Any, box_format: str, pixels: str, /
) -> float | None: ...  # lists or tuples of 4
def pairwise_iou(  # float32 or float64 [N, 4], [M, 4] -> [N, M]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def pairwise_ioa(  # float32 or float64 [N, 4], [M, 4] -> [N, M]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def elementwise_iou(  # float32 or float64 [N, 4], [N, 4] -> [N]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def elementwise_ioa(  # float32 or float64 [N, 4], [N, 4] -> [N]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
