"""A module that acts like CuPy over NumPy: its arrays live apart, and only names CuPy has can be called.

It shows that the calls are right, not that the GPU is: the tests with the true library skip without it.
"""

from __future__ import annotations

import operator
import types
from typing import Any

import numpy as np

# Of the API reference of CuPy 13: https://docs.cupy.dev/en/stable/reference/
FUNCTIONS = (
    *("abs", "amax", "arctan", "arctan2", "cos", "exp", "expm1", "log", "log1p", "maximum", "minimum"),
    *("asarray", "ones_like", "sin", "sqrt", "stack", "sum", "where", "zeros_like"),
)


class NDArray:
    """A device array: refuses NumPy, gives its numbers by ``get()`` only."""

    __array_ufunc__ = None

    def __init__(self, values: np.ndarray) -> None:
        self._values = values

    def __array__(self, *_: Any, **__: Any) -> Any:
        # CuPy's own words.
        raise TypeError("Implicit conversion to a NumPy array is not allowed. Please use `.get()`")

    def __getattr__(self, name: str) -> Any:
        if name in ("shape", "dtype", "ndim", "size"):
            return getattr(self._values, name)
        raise AttributeError(f"the stand-in for cupy.ndarray has no {name}")

    def __len__(self) -> int:
        return len(self._values)

    def __bool__(self) -> bool:
        raise AssertionError("the truth of a device array was asked for: that waits for the device")

    def __getitem__(self, index: Any) -> Any:
        return _wrapped(self._values[index])

    def __neg__(self) -> Any:
        return _wrapped(-self._values)

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        return _wrapped(self._values.astype(dtype, copy=copy))

    def get(self) -> np.ndarray:
        return self._values.copy()


def _wrapped(values: Any) -> NDArray:
    return NDArray(np.asarray(values))


def _bare(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        raise TypeError("Unsupported type <class 'numpy.ndarray'>")
    if isinstance(value, (list, tuple)):
        return type(value)(_bare(item) for item in value)
    return value._values if isinstance(value, NDArray) else value


def _operators() -> None:
    for name in ("add", "sub", "mul", "truediv", "pow", "lt", "le", "gt", "ge", "eq", "ne"):
        plain = getattr(operator, name)

        def apply(self: Any, other: Any, plain: Any = plain) -> Any:
            return _wrapped(plain(self._values, _bare(other)))

        def reverse(self: Any, other: Any, plain: Any = plain) -> Any:
            return _wrapped(plain(_bare(other), self._values))

        setattr(NDArray, f"__{name}__", apply)
        if name in ("add", "sub", "mul", "truediv", "pow"):
            setattr(NDArray, f"__r{name}__", reverse)


def _function(name: str) -> Any:
    plain = getattr(np, name)

    def call(*arguments: Any, **options: Any) -> Any:
        with np.errstate(all="ignore"):  # as CuPy, which warns of nothing
            return _wrapped(plain(*(_bare(each) for each in arguments), **options))

    return call


def make_module() -> types.ModuleType:
    """To be put into ``sys.modules`` under the name of cupy."""
    module: Any = types.ModuleType("cupy")
    for name in FUNCTIONS:
        setattr(module, name, _function(name))
    # What comes from the host comes by this door alone.
    module.asarray = lambda values: _wrapped(_bare(values) if isinstance(values, NDArray) else values)
    module.ndarray = NDArray
    return module


_operators()
NDArray.__module__, NDArray.__qualname__ = "cupy", "ndarray"
