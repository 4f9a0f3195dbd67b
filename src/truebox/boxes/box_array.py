"""Anything box-like as a NumPy array [..., 4]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox.boxes.box import Box
from truebox.boxes.box_format import BoxFormat
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["as_box_array", "as_float_boxes", "holds_no_boxes", "in_order", "without_objects"]

_NUMERIC_KINDS = "fiu"


def as_box_array(boxes: Any, box_format: BoxFormat, name: str) -> AnyArray:
    """`boxes` as a numeric array [..., 4]; an empty list is [0, 4]. Values are not looked at.

    Parameters
    ----------
    boxes : array-like or sequence of Box
        `Box` objects count as ``xyxy`` and are taken only with that format.
    box_format : BoxFormat
        The format the caller asked for.
    name : str
        The argument's name, for messages.

    Raises
    ------
    ArgumentError
        For a shape that does not end in 4, ragged rows, or elements that are not real numbers.
    """
    array: AnyArray
    if type(boxes) is np.ndarray:
        array = boxes
    else:
        refuse_masked(boxes, name)
        # np.matrix multiplies in another way, and its columns have two axes.
        array = np.asarray(boxes) if isinstance(boxes, np.ndarray) else _array_from(boxes, box_format, name)
    if array.size == 0 and holds_no_boxes(array.shape):
        return np.empty((0, 4), array.dtype if array.dtype.kind in _NUMERIC_KINDS else np.float64)
    if array.dtype.kind not in _NUMERIC_KINDS:
        raise ArgumentError(f"{name} has dtype {array.dtype}; expected real numbers")
    if array.ndim == 0 or array.shape[-1] != 4:
        raise ArgumentError(f"{name} has shape {array.shape}; expected [..., 4], four numbers a box")
    return array


def holds_no_boxes(shape: tuple[int | None, ...]) -> bool:
    """Whether an array of this shape is one of no boxes that does not say so in its last axis.

    Examples
    --------
    >>> [holds_no_boxes(shape) for shape in ((0,), (0, 0), (1, 0), (4, 0), (0, 5), (4,))]
    [True, True, True, False, False, False]
    """
    # The last axis first: of [N, 4] no compiler then holds a graph to the N that was compared.
    return len(shape) > 0 and shape[-1] == 0 and tuple(shape) in ((0,), (0, 0), (1, 0))


def without_objects(boxes: Any, box_format: BoxFormat, name: str) -> Any:
    """`boxes` with every `Box` in it as four numbers; all else as it is."""
    if isinstance(boxes, Box):
        _only_xyxy(box_format, name)
        return boxes.as_tuple()
    if isinstance(boxes, (list, tuple)) and any(isinstance(box, Box) for box in boxes):
        _only_xyxy(box_format, name)
        return [box.as_tuple() if isinstance(box, Box) else box for box in boxes]
    return boxes


def as_float_boxes(array: AnyArray) -> AnyArray:
    """float32 and float64 as they are, float16 as float32, every other number as float64."""
    if array.dtype.char in "fd" and array.dtype.isnative:
        return array
    native = array.dtype.newbyteorder("=")
    if native in (np.float32, np.float64):
        return array.astype(native, copy=False)
    return array.astype(np.float32 if native == np.float16 else np.float64)


def in_order(array: AnyArray) -> AnyArray:
    """float32 and float64 in C order, as the kernels take them; every other number as it is.

    Examples
    --------
    >>> in_order(np.ones((5, 6))[:, :4]).flags.c_contiguous
    True
    """
    return np.ascontiguousarray(array) if array.dtype.char in "fd" and array.ndim else array


def _array_from(boxes: Any, box_format: BoxFormat, name: str) -> AnyArray:
    boxes = without_objects(boxes, box_format, name)
    library = type(boxes).__module__.partition(".")[0]
    if library in _OTHER_LIBRARIES:
        raise ArgumentError(
            f"{name} is a {library} {type(boxes).__name__}; this function takes NumPy arrays. "
            f"Convert it first: {_OTHER_LIBRARIES[library]}"
        )
    try:
        return np.asarray(boxes)
    except ValueError:
        raise ArgumentError(f"{name} has rows of different lengths; expected four numbers a box") from None


# Converted silently, these would come back as another library's array, elsewhere and without gradients.
_OTHER_LIBRARIES = {
    "torch": "boxes.detach().cpu().numpy()",
    "tensorflow": "boxes.numpy()",
    "jax": "numpy.asarray(boxes)",
    "jaxlib": "numpy.asarray(boxes)",
    "cupy": "boxes.get()",
}


def _only_xyxy(box_format: BoxFormat, name: str) -> None:
    if box_format is not BoxFormat.XYXY:
        raise ArgumentError(
            f"{name} holds Box objects, which know their corners; "
            f"drop box_format={box_format.value!r} or pass numbers"
        )
