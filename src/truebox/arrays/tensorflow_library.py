"""TensorFlow: tensors and variables, eager and inside ``tf.function``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from truebox.arrays.array_library import ArrayLibrary
from truebox.arrays.columns import Columns

__all__ = ["TensorFlowLibrary"]


class TensorFlowLibrary(ArrayLibrary):
    """TensorFlow through the verbs of `ArrayLibrary`."""

    name = "tensorflow"

    @property
    def xp(self) -> Any:
        """The few names formulas use, as NumPy calls them."""
        return _NAMES

    @property
    def branches(self) -> bool:
        """In graphs of the CPU: elsewhere to choose would wait for the device; XLA fuses what does not."""
        tensorflow = _tensorflow()
        if tensorflow.executing_eagerly() or _is_for_xla():
            return False
        return not tensorflow.config.list_logical_devices("GPU")

    @property
    def fuses(self) -> bool:
        """Where XLA compiles the graph."""
        return _is_for_xla()

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
        if isinstance(rows, Columns):
            return tuple(rows)
        return tuple(_tensorflow().unstack(rows, num=count, axis=-1))

    def stack(self, columns: Any) -> Any:
        """See `ArrayLibrary.stack`."""
        return _tensorflow().stack(columns, axis=-1)

    def stop_gradient(self, array: Any) -> Any:
        """See `ArrayLibrary.stop_gradient`."""
        return _tensorflow().stop_gradient(array)

    def reaches_beyond(self, rows: Any, limit: float) -> Any:
        """See `ArrayLibrary.reaches_beyond`; XLA fuses columns with what follows, and no reduction."""
        if not _is_for_xla():
            return super().reaches_beyond(rows, limit)
        tensorflow = _tensorflow()
        columns = tensorflow.unstack(tensorflow.abs(self.stop_gradient(rows)), num=4, axis=-1)
        first, second, third, fourth = columns
        largest = tensorflow.maximum(tensorflow.maximum(first, second), tensorflow.maximum(third, fourth))
        return largest > limit

    def scaled(self, rows: Any, factor: Any) -> Any:
        """See `ArrayLibrary.scaled`; column by column for XLA, as `reaches_beyond`."""
        if not _is_for_xla():
            return super().scaled(rows, factor)
        return Columns(*(column * factor for column in self.columns(rows)))

    def known_below(self, array: Any, limit: float) -> bool:
        """Looked up of eager tensors on the CPU: elsewhere the answer would block, and a graph has none."""
        if not _tensorflow().executing_eagerly() or not _is_eager_on_cpu(array):
            return False
        return bool(_are_below((array,), limit))

    def unless_huge(
        self, arrays: Any, limit: float, plain: Callable[..., Any], careful: Callable[[], Any]
    ) -> Any:
        """See `ArrayLibrary.unless_huge`; a graph holds both ways.

        The plain one does not wait for the look at the numbers: it is computed beside it, and dropped where
        a number is huge. The careful one is computed only then.
        """
        if not self.branches:
            return super().unless_huge(arrays, limit, plain, careful)
        below = _are_below(arrays, limit)
        answer = plain(*(_learning_if(below, array) for array in arrays))
        return _tensorflow().cond(below, lambda: answer, careful)

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

    def numpy_views(self, first: Any, second: Any) -> tuple[Any, Any] | None:
        """As `numpy_view` of both; integers of one dtype as the floats they are measured in."""
        views = super().numpy_views(first, second)
        if views is not None or first.dtype != second.dtype or not first.dtype.is_integer:
            return views
        if not (_is_on_cpu(first) and _is_on_cpu(second)):
            return None
        return first.numpy().astype(self.default_float), second.numpy().astype(self.default_float)

    def numbers_in_memory(self, array: Any) -> Any | None:
        """See `ArrayLibrary.numbers_in_memory`; bfloat16, which NumPy has not, as float32."""
        if not _is_on_cpu(array):
            return None
        tensorflow = _tensorflow()
        return (tensorflow.cast(array, "float32") if array.dtype == tensorflow.bfloat16 else array).numpy()


def _is_on_cpu(array: Any) -> bool:
    """Whether it is an eager tensor in ordinary memory that nothing records."""
    return _is_eager_on_cpu(array) and not _may_be_recording() and bool(array.shape.rank)


def _is_for_xla() -> bool:
    """Whether the graph being made is one that XLA compiles, ``tf.function(jit_compile=True)``.

    TensorFlow says so to its own control flow only; where it does not any more, the graph is as any other.
    """
    util = sys.modules.get("tensorflow.python.ops.control_flow_util")
    asked = getattr(util, "GraphOrParentsInXlaContext", None)
    if asked is None or _tensorflow().executing_eagerly():
        return False
    return bool(asked(_tensorflow().compat.v1.get_default_graph()))


def _is_eager_on_cpu(array: Any) -> bool:
    return isinstance(array, _tensorflow().__internal__.EagerTensor) and array.device.endswith(_ON_CPU)


def _are_below(arrays: Sequence[Any], limit: float) -> Any:
    """Whether every magnitude is below `limit`; False where the squares of many near it add up.

    Half the sum of squares is one operation, where magnitudes and their largest are two over all numbers.
    """
    tensorflow = _tensorflow()
    first, *others = (tensorflow.nn.l2_loss(tensorflow.stop_gradient(array)) for array in arrays)
    for other in others:
        first += other
    return first < limit * (limit / 4)


def _learning_if(condition: Any, array: Any) -> Any:
    """`array`, without gradient unless the condition holds: of an answer that is dropped it may be NaN."""
    tensorflow = _tensorflow()

    @tensorflow.custom_gradient  # type: ignore[untyped-decorator]
    def itself(array: Any) -> tuple[Any, Any]:
        def gradient(upstream: Any) -> Any:
            return tensorflow.where(condition, upstream, tensorflow.zeros_like(upstream))

        return tensorflow.identity(array), gradient

    return itself(array)


class _Names:
    """NumPy's names for TensorFlow's functions."""

    def minimum(self, a: Any, b: Any) -> Any:
        tensorflow = _tensorflow()
        return _sharing_ties(tensorflow.minimum, tensorflow.less, a, b)

    def maximum(self, a: Any, b: Any) -> Any:
        tensorflow = _tensorflow()
        return _sharing_ties(tensorflow.maximum, tensorflow.greater, a, b)

    def where(self, condition: Any, a: Any, b: Any) -> Any:
        return _tensorflow().where(condition, a, b)

    def not_negative(self, value: Any) -> Any:
        """See `truebox.formulas.terms.not_negative`; one operation forwards, where that takes three."""
        tensorflow = _tensorflow()

        @tensorflow.custom_gradient  # type: ignore[untyped-decorator]
        def kept(value: Any) -> tuple[Any, Any]:
            def gradient(upstream: Any) -> Any:
                return tensorflow.where(value < 0, tensorflow.zeros_like(upstream), upstream)

            return tensorflow.nn.relu(value), gradient

        return kept(value)

    def share(self, part: Any, whole: Any) -> Any:
        """See `truebox.formulas.terms.share`; two operations forwards, where a quotient takes four."""
        tensorflow = _tensorflow()
        if _is_for_xla():
            return self.quotient(part, whole)

        @tensorflow.custom_gradient  # type: ignore[untyped-decorator]
        def shared(part: Any, whole: Any) -> tuple[Any, Any]:
            def gradient(upstream: Any) -> tuple[Any, Any]:
                is_there = whole > 0
                divisor = tensorflow.where(is_there, whole, tensorflow.ones_like(whole))
                of_divisor = upstream * (-part / divisor / divisor)
                return upstream / divisor, tensorflow.where(
                    is_there, of_divisor, tensorflow.zeros_like(whole)
                )

            # Cut off below nothing, so that no zero is negative.
            return tensorflow.math.divide_no_nan(part, tensorflow.nn.relu(whole)), gradient

        return shared(part, whole)

    def covered_share(self, formula: Any, width: Any, height: Any, both: Any) -> Any:
        """See `truebox.formulas.terms.covered_share`; of three operations less for XLA, as for JAX."""
        tensorflow = _tensorflow()
        if not _is_for_xla():
            return formula(self, width, height, both)

        @tensorflow.custom_gradient  # type: ignore[untyped-decorator]
        def found(width: Any, height: Any, both: Any) -> tuple[Any, Any]:
            shared = tensorflow.nn.relu(width) * height
            share = shared / (both - shared)

            def gradient(upstream: Any) -> tuple[Any, Any, Any]:
                # The formula's, written out: of a tape in here no second one can take the slope from outside.
                nothing = tensorflow.zeros_like(upstream)
                sides = tuple(tensorflow.where(side < 0, nothing, side) for side in (width, height))
                part = sides[0] * sides[1]
                is_there = both - part > 0
                divisor = tensorflow.where(is_there, both - part, tensorflow.ones_like(part))
                of_part = upstream / divisor
                of_whole = tensorflow.where(is_there, -(part / divisor) * of_part, nothing)
                of_shared = of_part - of_whole
                of_width = tensorflow.where(width < 0, nothing, of_shared * sides[1])
                return of_width, tensorflow.where(height < 0, nothing, of_shared * sides[0]), of_whole

            return tensorflow.where(shared <= 0, tensorflow.zeros_like(shared), share), gradient

        return found(width, height, both)

    def quotient(self, part: Any, whole: Any) -> Any:
        """See `truebox.formulas.quotient`; for XLA with a slope that keeps out of squares.

        What is divided twice XLA divides by the square of the divisor, which of an area below 1e-19 is
        nothing in float32, and of one above 1e19 infinite.
        """
        tensorflow = _tensorflow()
        divisor = tensorflow.where(whole > 0, whole, tensorflow.ones_like(whole))
        if not _is_for_xla():
            return part / divisor

        @tensorflow.custom_gradient  # type: ignore[untyped-decorator]
        def divided(part: Any, divisor: Any) -> tuple[Any, Any]:
            found = part / divisor

            def gradient(upstream: Any) -> tuple[Any, Any]:
                of_part = upstream / divisor
                return of_part, -found * of_part

            return found, gradient

        return divided(part, divisor)

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


def _sharing_ties(choose: Any, is_chosen: Any, a: Any, b: Any) -> Any:
    """The smaller or the larger of `a` and `b`, with half the gradient to either side of a tie.

    TensorFlow's own gives the whole of it to one side, PyTorch and JAX half to each: then a box that has
    reached its target is not pushed away again.
    """
    tensorflow = _tensorflow()

    @tensorflow.custom_gradient  # type: ignore[untyped-decorator]
    def chosen(a: Any, b: Any) -> tuple[Any, Any]:
        def gradient(upstream: Any) -> tuple[Any, Any]:
            none, half = tensorflow.zeros_like(upstream), 0.5 * upstream
            first, second = is_chosen(a, b), is_chosen(b, a)
            of_a = tensorflow.where(first, upstream, tensorflow.where(second, none, half))
            of_b = tensorflow.where(second, upstream, tensorflow.where(first, none, half))
            return _summed_to(of_a, a, b, 0), _summed_to(of_b, a, b, 1)

        return choose(a, b), gradient

    return chosen(a, b)


def _summed_to(gradient: Any, a: Any, b: Any, side: int) -> Any:
    """`gradient` of two arrays that were broadcast, summed to the shape of one of them."""
    if a.shape.is_fully_defined() and a.shape == b.shape:
        return gradient
    tensorflow = _tensorflow()
    shapes = tensorflow.shape(a), tensorflow.shape(b)
    axes = tensorflow.raw_ops.BroadcastGradientArgs(s0=shapes[0], s1=shapes[1])[side]
    return tensorflow.reshape(tensorflow.reduce_sum(gradient, axes), shapes[side])


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
