"""The verbs in which array libraries differ, as NumPy has them; other libraries override what they must."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

__all__ = ["ArrayLibrary"]


class ArrayLibrary:
    """One array library, seen through the verbs the measures need; this one is NumPy.

    Examples
    --------
    >>> import numpy as np
    >>> numpy = ArrayLibrary()
    >>> numpy.dtype_name(np.zeros(2, np.float32)), numpy.shape(np.zeros((2, 4)))
    ('float32', (2, 4))
    """

    name = "numpy"

    @property
    def branches(self) -> bool:
        """Whether one of two ways can be left to be chosen when a graph runs, at little cost."""
        return False

    @property
    def fuses(self) -> bool:
        """Whether all that is computed of a row becomes one loop, in which operations count, not passes."""
        return False

    @property
    def xp(self) -> Any:
        """The namespace for formulas, with NumPy's names."""
        return np

    @property
    def default_float(self) -> str:
        """What integers become."""
        return "float64"

    def dtype_name(self, array: Any) -> str:
        """NumPy's name of the dtype, such as ``"float32"``; ``"bfloat16"`` where the library has it."""
        return str(array.dtype.name)

    def shape(self, array: Any) -> tuple[int | None, ...] | None:
        """The shape, with None for what is known only when the graph runs."""
        return tuple(array.shape)

    def cast(self, array: Any, dtype: str) -> Any:
        """`array` in another dtype; itself where it has that dtype."""
        return array.astype(dtype, copy=False)

    def columns(self, rows: Any, count: int = 4) -> tuple[Any, ...]:
        """The `count` columns of rows [..., count]."""
        return tuple(rows[..., column] for column in range(count))

    def stack(self, columns: Any) -> Any:
        """Columns [...] as rows [..., K]."""
        return self.xp.stack(columns, axis=-1)

    def stop_gradient(self, array: Any) -> Any:
        """`array` as a constant in the gradient."""
        return array

    def reaches_beyond(self, rows: Any, limit: float) -> Any:
        """Whether a magnitude of a row is above `limit`, for each row [...] of an array [..., 4].

        Of a row with NaN libraries may say either.
        """
        return self.xp.amax(self.xp.abs(self.stop_gradient(rows)), -1) > limit

    def scaled(self, rows: Any, factor: Any) -> Any:
        """Rows [..., K], each times its factor [...]; as `Columns` where that is faster."""
        return rows * factor[..., None]

    def known_below(self, array: Any, limit: float) -> bool:
        """Whether every magnitude is surely below `limit`; False where finding out would stop a device."""
        return array.size == 0 or bool(np.abs(array).max() < limit)

    def unless_huge(
        self, arrays: Sequence[Any], limit: float, plain: Callable[..., Any], careful: Callable[[], Any]
    ) -> Any:
        """What `plain` makes of `arrays` where all magnitudes are surely below `limit`, else `careful`."""
        return plain(*arrays) if all(self.known_below(array, limit) for array in arrays) else careful()

    def device(self, array: Any) -> Any | None:
        """Where `array` lives, if arrays of different devices cannot be computed with each other."""
        del array
        return None

    def from_numpy(self, array: Any, like: Any) -> Any:
        """A NumPy array as one of this library, where `like` lives."""
        del like
        return array

    def numpy_view(self, array: Any) -> Any | None:
        """`array` as a NumPy view, without a copy; None if it is on a device, traced or differentiated."""
        return array

    def plain_view(self, array: Any) -> Any | None:
        """`numpy_view`, where what a kernel makes of it is what the library makes of it, to the last bit."""
        del array
        return None

    def values_in_memory(self, array: Any) -> Any | None:
        """`array` for NumPy to look at, differentiated or not; None where that is not plain."""
        return array if self.name == "numpy" else None

    def numpy_views(self, first: Any, second: Any) -> tuple[Any, Any] | None:
        """`numpy_view` of two arrays of this library and of one dtype; None unless both have one."""
        one = self.numpy_view(first)
        other = None if one is None else self.numpy_view(second)
        if one is None or other is None or one.dtype != other.dtype:
            return None
        return one, other

    def is_plain_pair(self, first: Any, second: Any) -> bool:
        """Whether a kernel may answer two arrays [..., 4] alike and say their slopes: PyTorch only."""
        del first, second
        return False

    def numbers_in_memory(self, array: Any) -> Any | None:
        """`array` of any real dtype for NumPy to look at; None on a device, traced or differentiated."""
        return self.numpy_view(array)

    def wrap_numpy(self, answer: Any) -> Any:
        """A fresh NumPy array, made from `numpy_views`, as one of this library."""
        return self.from_numpy(answer, None)

    def ready_on_cuda(self, first: Any, *others: Any) -> bool:
        """Whether a Triton kernel may read `first`, an array of this library, and `others`: PyTorch only."""
        del first, others
        return False

    def to_numpy(self, array: Any) -> Any:
        """The numbers for NumPy, from wherever they are, without gradient; what is no array stays."""
        return array

    def fetched(self, array: Any) -> Any:
        """As `to_numpy`, but in their own dtype; bfloat16, which NumPy has not, as float32.

        What is traced or symbolic has no numbers: an error of the library.
        """
        return array
