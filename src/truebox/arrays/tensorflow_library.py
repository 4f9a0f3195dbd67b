"""TensorFlow: tensors and variables, eager and inside ``tf.function``."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from truebox.arrays.array_library import ArrayLibrary

__all__ = ["TensorFlowLibrary"]


class TensorFlowLibrary(ArrayLibrary):
    """TensorFlow through the verbs of `ArrayLibrary`."""

    name = "tensorflow"

    @property
    def xp(self) -> Any:
        """The few names formulas use, as NumPy calls them."""
        return _NAMES

    @property
    def default_float(self) -> str:
        """What integers become."""
        return "float32"

    def shape(self, array: Any) -> tuple[int | None, ...] | None:
        """See `ArrayLibrary.shape`; None where even the number of dimensions is unknown."""
        return None if array.shape.rank is None else tuple(array.shape)

    def cast(self, array: Any, dtype: str) -> Any:
        """See `ArrayLibrary.cast`; a variable becomes a tensor."""
        return _tensorflow().cast(array, dtype)

    def columns(self, rows: Any, count: int = 4) -> tuple[Any, ...]:
        """See `ArrayLibrary.columns`."""
        return tuple(_tensorflow().unstack(rows, num=count, axis=-1))

    def stack(self, columns: Any) -> Any:
        """See `ArrayLibrary.stack`."""
        return _tensorflow().stack(columns, axis=-1)

    def stop_gradient(self, array: Any) -> Any:
        """See `ArrayLibrary.stop_gradient`."""
        return _tensorflow().stop_gradient(array)

    def known_below(self, array: Any, limit: float) -> bool:
        """Never looked up: in a graph there is no answer."""
        del array, limit
        return False

    def from_numpy(self, array: Any, like: Any) -> Any:
        """See `ArrayLibrary.from_numpy`."""
        del like
        return _tensorflow().convert_to_tensor(array)

    def to_numpy(self, array: Any) -> Any:
        """See `ArrayLibrary.to_numpy`."""
        return _tensorflow().cast(array, "float64").numpy()

    def fetched(self, array: Any) -> Any:
        """See `ArrayLibrary.fetched`."""
        return (_tensorflow().cast(array, "float32") if array.dtype.name == "bfloat16" else array).numpy()

    def numpy_view(self, array: Any) -> Any | None:
        """A view of an eager tensor on the CPU while no tape and no accumulator records anything."""
        tensorflow = _tensorflow()
        if not _is_on_cpu(array) or array.dtype not in (tensorflow.float32, tensorflow.float64):
            return None
        return np.asarray(memoryview(array))

    def numbers_in_memory(self, array: Any) -> Any | None:
        """See `ArrayLibrary.numbers_in_memory`; bfloat16, which NumPy has not, as float32."""
        if not _is_on_cpu(array):
            return None
        tensorflow = _tensorflow()
        return (tensorflow.cast(array, "float32") if array.dtype == tensorflow.bfloat16 else array).numpy()


def _is_on_cpu(array: Any) -> bool:
    """Whether it is an eager tensor in ordinary memory that nothing records."""
    if not isinstance(array, _tensorflow().__internal__.EagerTensor) or _may_be_recording():
        return False
    return bool(array.shape.rank) and array.device.endswith(_ON_CPU)


class _Names:
    """NumPy's names for TensorFlow's functions."""

    def minimum(self, a: Any, b: Any) -> Any:
        return self.where(a < b, a, self.where(b < a, b, 0.5 * a + 0.5 * b))

    def maximum(self, a: Any, b: Any) -> Any:
        # TensorFlow's own gives the whole gradient to one side of a tie, PyTorch and JAX half to each: then a
        # box that has reached its target is not pushed away again.
        return self.where(a > b, a, self.where(b > a, b, 0.5 * a + 0.5 * b))

    def where(self, condition: Any, a: Any, b: Any) -> Any:
        return _tensorflow().where(condition, a, b)

    def zeros_like(self, array: Any) -> Any:
        return _tensorflow().zeros_like(array)

    def ones_like(self, array: Any) -> Any:
        return _tensorflow().ones_like(array)

    def sqrt(self, array: Any) -> Any:
        return _tensorflow().sqrt(array)

    def exp(self, array: Any) -> Any:
        return _tensorflow().exp(array)

    def log(self, array: Any) -> Any:
        return _tensorflow().math.log(array)

    def log1p(self, array: Any) -> Any:
        return _tensorflow().math.log1p(array)

    def expm1(self, array: Any) -> Any:
        return _tensorflow().math.expm1(array)

    def cos(self, array: Any) -> Any:
        return _tensorflow().cos(array)

    def sin(self, array: Any) -> Any:
        return _tensorflow().sin(array)

    def floor(self, array: Any) -> Any:
        return _tensorflow().floor(array)

    def abs(self, array: Any) -> Any:
        return _tensorflow().abs(array)

    def stack(self, arrays: Any, axis: int = 0) -> Any:
        return _tensorflow().stack(arrays, axis=axis)

    def arctan2(self, y: Any, x: Any) -> Any:
        return _tensorflow().atan2(y, x)

    def amax(self, array: Any, axis: int) -> Any:
        tensorflow = _tensorflow()
        count = array.shape[axis]
        if count is None or not 1 <= count <= _FEW:
            return tensorflow.reduce_max(array, axis=axis)
        # Of four numbers a row its reduction takes five times as long as this.
        first, *others = tensorflow.unstack(array, axis=axis)
        for other in others:
            first = tensorflow.maximum(first, other)
        return first

    def sum(self, array: Any) -> Any:
        return _tensorflow().reduce_sum(array)


_NAMES = _Names()
_ON_CPU = "/device:CPU:0"
_FEW = 8


def _may_be_recording() -> bool:
    # TensorFlow has no public test for it. Where this private one is gone, the answer is yes.
    record = sys.modules.get("tensorflow.python.eager.record")
    ask = getattr(record, "could_possibly_record", None)
    return ask is None or bool(ask())


def _tensorflow() -> Any:
    # Looked up, not imported: AutoGraph warns of imports, which it cannot convert.
    return sys.modules["tensorflow"]
