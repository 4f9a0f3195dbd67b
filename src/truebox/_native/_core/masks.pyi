# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
# N masks with R runs: runs uint32 [R], offsets int64 [N + 1], sizes int64 [N, 2] (height, width).
# A fault is None or (kind, row, found, expected); kinds are MaskFault in run_lengths.hpp.

from typing import Any

import numpy as np
from numpy.typing import NDArray

from truebox.typing import ByteArray, FloatArray, Int64Array

_Runs = NDArray[np.uint32]
_Fault = tuple[int, int, int, int] | None

def check(runs: _Runs, offsets: Int64Array, sizes: Int64Array) -> _Fault: ...

# text uint8 [C], offsets int64 [N + 1] -> runs, run offsets, fault
def parse_texts(
    text: ByteArray, offsets: Int64Array, sizes: Int64Array, threads: int
) -> tuple[_Runs, Int64Array, _Fault]: ...

# -> text uint8 [C], offsets int64 [N + 1]
def write_texts(runs: _Runs, offsets: Int64Array, sizes: Int64Array) -> tuple[ByteArray, Int64Array]: ...

# stack uint8 [N, H, W] with contiguous rows or columns -> runs, offsets
def encode_stack(stack: ByteArray, threads: int) -> tuple[_Runs, Int64Array]: ...

# out uint8 [N, H, W] with contiguous rows or columns, holding zeros
def decode_stack(
    runs: _Runs, offsets: Int64Array, sizes: Int64Array, out: ByteArray, threads: int
) -> None: ...

# -> int64 [N]
def area(runs: _Runs, offsets: Int64Array, sizes: Int64Array) -> Int64Array: ...

# -> float64 [N, 4] (x, y, width, height)
def box(runs: _Runs, offsets: Int64Array, sizes: Int64Array) -> FloatArray: ...

# members int64 [K], group_offsets int64 [G + 1] -> runs, offsets of G masks
def merge(
    runs: _Runs,
    offsets: Int64Array,
    sizes: Int64Array,
    members: Int64Array,
    group_offsets: Int64Array,
    intersect: bool,
    threads: int,
) -> tuple[_Runs, Int64Array]: ...

# coordinates float64 [C], polygon_offsets int64 [P + 1], object_offsets int64 [N + 1], sizes int64 [N, 2]
# -> runs, offsets, rows of objects far outside int64 [F], fault; arrays are None where there is a fault
def rasterize(
    coordinates: FloatArray,
    polygon_offsets: Int64Array,
    object_offsets: Int64Array,
    sizes: Int64Array,
    threads: int,
) -> tuple[_Runs, Int64Array, Int64Array, _Fault]: ...

# nested lists of numbers -> coordinates float64 [C], polygon offsets int64 [P + 1],
# object offsets int64 [N + 1]; None where anything is not exactly a list, a tuple, a float or an int
def flatten_polygons(objects: object) -> tuple[FloatArray, Int64Array, Int64Array] | None: ...

# dicts with counts -> runs, offsets, sizes int64 [N, 2]; None where one is not plain or not right
def take_dicts(objects: list[Any]) -> tuple[_Runs, Int64Array, Int64Array] | None: ...

# lists of counts -> runs, offsets; None where one is not plain
def take_counts(counts: list[Any]) -> tuple[_Runs, Int64Array] | None: ...

# distances int64 [N], from 1 on -> runs, offsets
def boundary(
    runs: _Runs, offsets: Int64Array, sizes: Int64Array, distances: Int64Array, threads: int
) -> tuple[_Runs, Int64Array]: ...

# crowd uint8 [M] or [0]; out float64 [N, M] is written
def pairwise(
    runs_a: _Runs,
    offsets_a: Int64Array,
    sizes_a: Int64Array,
    runs_b: _Runs,
    offsets_b: Int64Array,
    sizes_b: Int64Array,
    crowd: ByteArray,
    over_first: bool,
    at_least: float,
    out: FloatArray,
    threads: int,
) -> None: ...
