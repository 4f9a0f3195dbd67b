"""What type checkers know of answers: NumPy arrays of NumPy arrays and lists, tensors of tensors.

Each decorator gives back its function; only type checkers and editors see a difference. One signature of
many parameters thus has its overloads without being written three times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar, overload

    from truebox.typing import AnyArray, FloatArray, Int64Array, RealArray

    _P = ParamSpec("_P")

    class ArrayOfAnyLibrary(Protocol):
        """What a tensor of PyTorch, JAX, TensorFlow or CuPy has, and a list has not."""

        @property
        def shape(self) -> Any: ...
        @property
        def dtype(self) -> Any: ...

    class OneBox(Protocol):
        """`truebox.Box`, which has its corners."""

        def as_tuple(self) -> tuple[float, float, float, float]: ...

    _Array = TypeVar("_Array", bound=ArrayOfAnyLibrary)
    _NumPyBoxes: TypeAlias = AnyArray | Sequence[Any] | OneBox
    _NumPyNumbers: TypeAlias = AnyArray | Sequence[Any]

    class PairMeasure(Protocol[_P]):
        """A measure of two sides: a NumPy array of NumPy arrays and lists, a tensor of tensors."""

        @overload
        def __call__(
            self, boxes_a: _NumPyBoxes, boxes_b: _NumPyBoxes, *args: _P.args, **kwargs: _P.kwargs
        ) -> RealArray: ...
        @overload
        def __call__(self, boxes_a: _Array, boxes_b: Any, *args: _P.args, **kwargs: _P.kwargs) -> _Array: ...
        @overload
        def __call__(
            self, boxes_a: Sequence[Any] | OneBox, boxes_b: _Array, *args: _P.args, **kwargs: _P.kwargs
        ) -> _Array: ...

    class PairLoss(Protocol[_P]):
        """A loss: a NumPy array of NumPy arrays and lists, a tensor of tensors."""

        @overload
        def __call__(
            self, prediction: _NumPyBoxes, target: _NumPyBoxes, *args: _P.args, **kwargs: _P.kwargs
        ) -> RealArray: ...
        @overload
        def __call__(
            self, prediction: _Array, target: Any, *args: _P.args, **kwargs: _P.kwargs
        ) -> _Array: ...

    class BoxFunction(Protocol[_P]):
        """A function of one array of boxes: a NumPy array of NumPy arrays and lists, a tensor of a tensor."""

        @overload
        def __call__(self, boxes: _NumPyBoxes, *args: _P.args, **kwargs: _P.kwargs) -> AnyArray: ...
        @overload
        def __call__(self, boxes: _Array, *args: _P.args, **kwargs: _P.kwargs) -> _Array: ...

    class SuppressedRows(Protocol[_P]):
        """Which boxes stay: row numbers in the library of the boxes."""

        @overload
        def __call__(
            self, boxes: _NumPyBoxes, scores: _NumPyNumbers, *args: _P.args, **kwargs: _P.kwargs
        ) -> Int64Array: ...
        @overload
        def __call__(
            self, boxes: _NumPyBoxes, scores: _Array, *args: _P.args, **kwargs: _P.kwargs
        ) -> _Array: ...
        @overload
        def __call__(self, boxes: _Array, scores: Any, *args: _P.args, **kwargs: _P.kwargs) -> _Array: ...

    class SuppressedRowsAndScores(Protocol[_P]):
        """Which boxes stay with which scores, both in the library of the boxes."""

        @overload
        def __call__(
            self, boxes: _NumPyBoxes, scores: _NumPyNumbers, *args: _P.args, **kwargs: _P.kwargs
        ) -> tuple[Int64Array, FloatArray]: ...
        @overload
        def __call__(
            self, boxes: _NumPyBoxes, scores: _Array, *args: _P.args, **kwargs: _P.kwargs
        ) -> tuple[_Array, _Array]: ...
        @overload
        def __call__(
            self, boxes: _Array, scores: Any, *args: _P.args, **kwargs: _P.kwargs
        ) -> tuple[_Array, _Array]: ...

    class OverlapRows(Protocol[_P]):
        """As `SuppressedRows`, of a matrix of overlaps."""

        @overload
        def __call__(
            self, overlap: _NumPyNumbers, scores: _NumPyNumbers, *args: _P.args, **kwargs: _P.kwargs
        ) -> Int64Array: ...
        @overload
        def __call__(
            self, overlap: _NumPyNumbers, scores: _Array, *args: _P.args, **kwargs: _P.kwargs
        ) -> _Array: ...
        @overload
        def __call__(self, overlap: _Array, scores: Any, *args: _P.args, **kwargs: _P.kwargs) -> _Array: ...

    class OverlapRowsAndScores(Protocol[_P]):
        """As `SuppressedRowsAndScores`, of a matrix of overlaps."""

        @overload
        def __call__(
            self, overlap: _NumPyNumbers, scores: _NumPyNumbers, *args: _P.args, **kwargs: _P.kwargs
        ) -> tuple[Int64Array, FloatArray]: ...
        @overload
        def __call__(
            self, overlap: _NumPyNumbers, scores: _Array, *args: _P.args, **kwargs: _P.kwargs
        ) -> tuple[_Array, _Array]: ...
        @overload
        def __call__(
            self, overlap: _Array, scores: Any, *args: _P.args, **kwargs: _P.kwargs
        ) -> tuple[_Array, _Array]: ...

    def pair_measure(function: Callable[Concatenate[Any, Any, _P], Any]) -> PairMeasure[_P]: ...
    def pair_loss(function: Callable[Concatenate[Any, Any, _P], Any]) -> PairLoss[_P]: ...
    def box_function(function: Callable[Concatenate[Any, _P], Any]) -> BoxFunction[_P]: ...
    def suppressed_rows(function: Callable[Concatenate[Any, Any, _P], Any]) -> SuppressedRows[_P]: ...
    def suppressed_rows_and_scores(
        function: Callable[Concatenate[Any, Any, _P], Any],
    ) -> SuppressedRowsAndScores[_P]: ...
    def overlap_rows(function: Callable[Concatenate[Any, Any, _P], Any]) -> OverlapRows[_P]: ...
    def overlap_rows_and_scores(
        function: Callable[Concatenate[Any, Any, _P], Any],
    ) -> OverlapRowsAndScores[_P]: ...

else:

    def _as_it_is(function):
        """The function itself: only type checkers see a difference."""
        return function

    pair_measure = pair_loss = box_function = _as_it_is
    suppressed_rows = suppressed_rows_and_scores = overlap_rows = overlap_rows_and_scores = _as_it_is
