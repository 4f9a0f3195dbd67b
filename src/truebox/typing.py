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
    RealArray: TypeAlias = NDArray[np.floating[Any]]

Pixels: TypeAlias = Literal["continuous", "inclusive"]
Geometry: TypeAlias = Literal["boxes", "masks", "keypoints", "boundary", "rotated", "probiou"]
Mode: TypeAlias = Literal["strict", "corrected"]
PercentLayout: TypeAlias = Literal[
    "pct_xyxy", "pct_xywh", "pct_cxcywh", "pct_yxyx", "degrees", "radians", "degrees-ccw", "radians-ccw"
]
"""What files have besides `BoxFormat`: percent of the image, and of rotated boxes what their angle is."""

OUTLINED: tuple[Geometry, ...] = ("masks", "boundary", "rotated", "probiou")
"""Geometries whose rows are outlines: they are read with their segmentations."""
ROTATED: tuple[Geometry, ...] = ("rotated", "probiou")
"""Of these the ones whose outlines have four corners."""
ANGLE_READINGS = ("degrees", "radians", "degrees-ccw", "radians-ccw")
"""What the fifth number of a rotated box is: clockwise as seen (y down), or counter-clockwise."""
