"""The Triton kernels of run lengths: where a mask changes down its columns, counted first, then written.

Every pixel is read twice and nothing of the size of the masks is written. Masks are cut into tiles of rows
and columns; a tile's columns know where their changes go once those of all tiles before have been counted.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from truebox.errors import MissingExtraError

try:
    torch: Any = import_module("torch")
    triton: Any = import_module("triton")
    tl: Any = import_module("triton.language")
    shared: Any = import_module("truebox.arrays.triton")
except ImportError as error:
    raise MissingExtraError("triton", "torch", "run lengths on a CUDA device") from error

__all__ = ["run_lengths"]

# Columns are along the lines of memory, so that reads are of whole lines.
_ROWS, _COLUMNS, _WARPS = 64, 128, 8


def run_lengths(stack: Any) -> tuple[Any, Any]:
    """The runs of masks, and where those of each begin.

    Parameters
    ----------
    stack : bool or integer tensor [N, H, W]
        On a CUDA device, in any memory order, of fewer than 2**31 pixels a mask; none of the three is 0.

    Returns
    -------
    int32 array [R], int64 array [N + 1]
        In memory; as `truebox.masks.Masks` has them.
    """
    count, height, width = stack.shape
    stack = stack.view(torch.uint8) if stack.dtype == torch.bool else stack
    tall = triton.cdiv(height, _ROWS)
    grid = (count, triton.cdiv(width, _COLUMNS), tall)
    # Down a column first: this is the order of the runs.
    until = torch.empty(count * width * tall, dtype=torch.int64, device=stack.device)
    shape = (height, width, tall, *stack.stride())
    with shared.device_of(stack):
        _start(grid, (stack, until, until, *shape), (False, _ROWS, _COLUMNS))
        torch.cumsum(until, 0, out=until)
        # One more run than changes, the last one, which ends with the mask.
        ends = until[width * tall - 1 :: width * tall].cpu().numpy() + np.arange(1, count + 1)
        places = torch.empty(int(ends[-1]), dtype=torch.int32, device=stack.device)
        _start(grid, (stack, until, places, *shape), (True, _ROWS, _COLUMNS))
    changes = places.cpu().numpy()
    changes[ends - 1] = height * width
    runs = changes.copy()
    runs[1:] -= changes[:-1]
    runs[ends[:-1]] = changes[ends[:-1]]
    return runs, np.concatenate([[0], ends])


@triton.jit(do_not_specialize=["height", "tall"])  # type: ignore[untyped-decorator]
def _changes(  # type: ignore[no-untyped-def]  # noqa: PLR0917  # Triton reads the annotations as its own
    stack,
    until,
    out,
    height,
    width,
    tall,
    stride_mask,
    stride_row,
    stride_column,
    writing: tl.constexpr,
    row_block: tl.constexpr,
    column_block: tl.constexpr,
):
    """Count the changes of each column of a tile, or write their places where `until` says they end."""
    mask = tl.program_id(0).to(tl.int64)
    part = tl.program_id(2)
    row, column = part * row_block + tl.arange(0, row_block), tl.arange(0, column_block)
    column += tl.program_id(1) * column_block
    rows, columns = row[:, None], column[None, :]
    inside = (rows < height) & (columns < width)
    pixels = stack + mask * stride_mask
    here = pixels + rows.to(tl.int64) * stride_row + columns.to(tl.int64) * stride_column
    value = tl.load(here, mask=inside, other=0) != 0
    before = tl.load(here - stride_row, mask=inside & (rows > 0), other=0) != 0
    # Above the first row is the end of the column before; before the first column is nothing.
    ended = pixels + (height - 1).to(tl.int64) * stride_row + (column - 1).to(tl.int64) * stride_column
    first = tl.load(ended, mask=(column > 0) & (column < width) & (part == 0), other=0) != 0
    changed = tl.where(rows == 0, value != first[None, :], value != before)
    changed = (inside & changed).to(tl.int32)
    counted = tl.sum(changed, 0)
    at_column = (mask * width + column) * tall + part
    if writing:
        # Each mask before has one run more than it has changes.
        begin = tl.load(until + at_column, mask=column < width, other=0) - counted + mask
        at = begin[None, :] + tl.cumsum(changed, 0) - 1
        tl.store(out + at, columns * height + rows, mask=changed != 0)
    else:
        tl.store(out + at_column, counted.to(tl.int64), mask=column < width)


_start = shared.Starts(_changes, num_warps=_WARPS)
