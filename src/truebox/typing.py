"""Array aliases used in signatures across the package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    FloatArray: TypeAlias = NDArray[np.float64]
    Float32Array: TypeAlias = NDArray[np.float32]
    Int64Array: TypeAlias = NDArray[np.int64]
    Int32Array: TypeAlias = NDArray[np.int32]
    ByteArray: TypeAlias = NDArray[np.uint8]
    WordArray: TypeAlias = NDArray[np.uint64]
    BoolArray: TypeAlias = NDArray[np.bool_]
    AnyArray: TypeAlias = NDArray[Any]

Pixels: TypeAlias = Literal["continuous", "inclusive"]
Geometry: TypeAlias = Literal["boxes", "masks", "keypoints", "boundary"]
Mode: TypeAlias = Literal["strict", "corrected"]
PercentLayout: TypeAlias = Literal["pct_xyxy", "pct_xywh", "pct_cxcywh", "pct_yxyx"]
