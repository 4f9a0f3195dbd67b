"""Which array library an argument belongs to, and the few verbs in which the libraries differ.

Formulas are written once, over NumPy's names (``xp.minimum``, ``xp.where``, ...). What is not the same
everywhere (dtypes, devices, gradients, columns) goes through an `ArrayLibrary`. No library is imported here
unless the caller already has.

Examples
--------
>>> import numpy as np
>>> from truebox import arrays
>>> arrays.library_of(np.zeros(3)).name
'numpy'
"""

from __future__ import annotations

from truebox.arrays.array_library import ArrayLibrary
from truebox.arrays.columns import Columns
from truebox.arrays.home import Home, fetched, home_of
from truebox.arrays.lookup import common_library, library_of, stop_gradient, without_wrapper
from truebox.arrays.precision import answer_dtype, computing_dtype
from truebox.arrays.stretching import stretched
from truebox.arrays.torch_library import has_triton

__all__ = [
    "ArrayLibrary",
    "Columns",
    "Home",
    "answer_dtype",
    "common_library",
    "computing_dtype",
    "fetched",
    "has_triton",
    "home_of",
    "library_of",
    "stop_gradient",
    "stretched",
    "without_wrapper",
]
