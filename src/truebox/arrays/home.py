"""Where arguments came from: functions that run on NumPy arrays answer in the library they were given.

How long such answers are depends on the numbers, so these must be there: what is traced is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox._named import NamedTuple
from truebox.arrays.lookup import common_library, library_of, without_wrapper
from truebox.arrays.precision import answer_dtype
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.arrays.array_library import ArrayLibrary
    from truebox.typing import FloatArray, Int64Array

__all__ = ["Home", "fetched", "home_of"]


class Home(NamedTuple):
    """Where arguments came from, and what answers are there.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.arrays import ArrayLibrary
    >>> Home(ArrayLibrary(), None, "float32").numbers(np.array([0.5]))
    array([0.5], dtype=float32)
    """

    library: ArrayLibrary
    like: Any
    """An argument of the library, on whose device answers are."""

    dtype: str
    """What lowered scores are in."""

    def integers(self, rows: Int64Array) -> Any:
        """Row numbers or labels as integers of the library: int64 where it has them switched on."""
        return self.library.from_numpy(rows, self.like)

    def numbers(self, values: FloatArray) -> Any:
        """Scores as an array of the library."""
        return self.library.cast(self.library.from_numpy(values, self.like), self.dtype)


@refuses_other_kinds
def home_of(arguments: Mapping[str, Any], scores: Any) -> Home | None:
    """Where named arguments came from; None where all are NumPy arrays and lists.

    Examples
    --------
    >>> home_of({"boxes": [[0, 0, 1, 1]], "scores": [0.5]}, [0.5]) is None
    True
    """
    like, of = None, ""
    for name, argument in arguments.items():
        value = without_wrapper(argument)
        if value is None or library_of(value).name == "numpy":
            continue
        if like is None:
            like, of = value, name
        else:
            common_library(like, value, (of, name))
    if like is None:
        return None
    library = library_of(like)
    scores = without_wrapper(scores)
    if library_of(scores) is not library:
        return Home(library, like, library.default_float)
    dtype = library.dtype_name(scores)
    return Home(library, like, library.default_float if dtype == "bool" else _floating(dtype, library))


def _floating(dtype: str, library: ArrayLibrary) -> str:
    return answer_dtype(dtype, dtype, library.default_float)


@refuses_other_kinds
def fetched(value: Any, name: str) -> Any:
    """The numbers of a tensor for NumPy, in their dtype; NumPy arrays and lists as they are.

    Raises
    ------
    ArgumentError
        For a tensor that is traced or symbolic.

    Examples
    --------
    >>> fetched([0.5], "scores")
    [0.5]
    """
    if value is None:
        return None
    value = without_wrapper(value)
    try:
        return library_of(value).fetched(value)
    except (AttributeError, NotImplementedError, RuntimeError, TypeError, ValueError) as error:
        raise ArgumentError(
            f"{name} is a {type(value).__name__} whose numbers cannot be read ({type(error).__name__}). "
            "How many rows stay depends on them: call this outside jit, vmap and tf.function, on tensors "
            "that hold values"
        ) from error
