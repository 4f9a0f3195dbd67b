"""Which array library an argument belongs to, told by the names of its classes: nothing is imported."""

from __future__ import annotations

from typing import Any

import numpy as np

from truebox._kinds import refuse_masked, refuses_other_kinds
from truebox.arrays.array_library import ArrayLibrary
from truebox.arrays.cupy_library import CupyLibrary
from truebox.arrays.jax_library import JaxLibrary
from truebox.arrays.keras_library import KerasLibrary
from truebox.arrays.tensorflow_library import TensorFlowLibrary
from truebox.arrays.torch_library import TorchLibrary
from truebox.errors import ArgumentError

__all__ = ["common_library", "library_of", "stop_gradient", "without_wrapper"]

NUMPY = ArrayLibrary()
# The library of a class never changes: its ancestors are searched once.
_BY_TYPE: dict[type, ArrayLibrary] = dict.fromkeys((np.ndarray, list, tuple, int, float), NUMPY)
_KERAS = KerasLibrary()
_JAX = JaxLibrary()
_BY_PACKAGE: dict[str, ArrayLibrary] = {
    "torch": TorchLibrary(),
    "jax": _JAX,
    "jaxlib": _JAX,
    "tensorflow": TensorFlowLibrary(),
    "keras": _KERAS,
    "cupy": CupyLibrary(),
}


@refuses_other_kinds
def library_of(value: Any) -> ArrayLibrary:
    """The library `value` is an array of; NumPy for lists, tuples, numbers and everything unknown.

    Subclasses count as what they extend. An array of ``numpy.ma`` with masked values is refused.

    Examples
    --------
    >>> library_of([1, 2]).name
    'numpy'
    """
    kind = type(value)
    library = _BY_TYPE.get(kind)
    return _library_of_type(kind, value) if library is None else library


def _library_of_type(kind: type, value: Any) -> ArrayLibrary:
    for base in kind.__mro__:
        library = _BY_PACKAGE.get(base.__module__.partition(".")[0])
        if library is not None:
            _BY_TYPE[kind] = library
            return library
    refuse_masked(value)
    return NUMPY


@refuses_other_kinds
def without_wrapper(value: Any) -> Any:
    """The backend's tensor of a Keras variable; anything else as it is.

    Examples
    --------
    >>> without_wrapper(3.0)
    3.0
    """
    return value.value if library_of(value) is _KERAS and hasattr(value, "value") else value


@refuses_other_kinds
def common_library(first: Any, second: Any, names: tuple[str, str] = ("boxes_a", "boxes_b")) -> ArrayLibrary:
    """The library of two arrays; NumPy arrays and lists go with any other.

    Raises
    ------
    ArgumentError
        If they belong to two libraries, or lie on two devices.

    Examples
    --------
    >>> import numpy as np
    >>> common_library([[0, 0, 1, 1]], np.zeros((1, 4))).name
    'numpy'
    """
    one, other = library_of(first), library_of(second)
    if one.name == "numpy":
        return other
    if other.name == "numpy":
        return one
    if one.name != other.name:
        if "keras" in (one.name, other.name):
            return _KERAS
        raise ArgumentError(
            f"{names[0]} is of {one.name} and {names[1]} of {other.name}; both must be of one library. "
            "Convert one of them"
        )
    if one.device(first) != other.device(second):
        raise ArgumentError(
            f"{names[0]} is on {one.device(first)} and {names[1]} on {other.device(second)}; "
            f"move one of them: {names[1]}.to({names[0]}.device)"
        )
    return one


@refuses_other_kinds
def stop_gradient(array: Any) -> Any:
    """`array` as a constant in the gradient, in any library.

    Examples
    --------
    >>> import numpy as np
    >>> stop_gradient(np.ones(2))
    array([1., 1.])
    """
    return library_of(array).stop_gradient(array)
