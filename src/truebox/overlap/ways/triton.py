"""The Triton kernel of pairwise measures: each answer is computed in registers and written once.

Ordinary boxes take a shorter way. Where all boxes of a tile are ordered and no coordinate is tiny or large,
nothing overflows, underflows or is not a number, so that divisions need none of the cases that the device's
own division tells apart, and nothing is asked of a pair. Other tiles are measured with every question.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from truebox.errors import MissingExtraError

try:
    torch: Any = import_module("torch")
    triton: Any = import_module("triton")
    tl: Any = import_module("triton.language")
    libdevice: Any = import_module("triton.language.extra.libdevice")
    shared: Any = import_module("truebox.arrays.triton")
except ImportError as error:
    raise MissingExtraError("triton", "torch", "the CUDA kernel of pairwise measures") from error

__all__ = ["pairwise"]

# Kernels see what their module holds by its own name.
device_of, rounded_quotient, ordinary_quotient = (
    shared.device_of,
    shared.rounded_quotient,
    shared.ordinary_quotient,
)

# Columns of a tile, its rows in a large matrix and in a small one, rows at a time, and warps.
_COLUMNS, _ROWS, _FEW_ROWS, _GROUP, _WARPS = 512, 32, 8, 2, 4
# Below so many pairs a tile is of few rows, so that there are tiles for all multiprocessors.
_SMALL = 1 << 22
# Added to what may be 0 and is divided by: it is lost in all else that ordinary boxes have.
_NEXT_TO_NOTHING = tl.constexpr(2.0**-120)


def pairwise(name: str, a: Any, b: Any, dtype: Any) -> Any:
    """The measure of all pairs of boxes.

    Parameters
    ----------
    name : str
        iou, ioa, giou, diou or ciou.
    a, b : tensor [N, 4], [M, 4]
        Corners on one CUDA device, contiguous, both float32 or both float64.
    dtype : torch.dtype
        Of the answer.

    Returns
    -------
    tensor [N, M]
        Rounded as the processor rounds it, in every bit, where no coordinate is huge (2**60, of float64
        2**500). In ciou the angle of a box's diagonal is the device's arc tangent, as in the formula on the
        device: within 3 units in the last place, which moves the answer by less than 1e-6 (float64: 2e-15).
    """
    rows, columns = a.shape[0], b.shape[0]
    out = a.new_empty((rows, columns), dtype=dtype)
    wide = a.dtype is torch.float64
    row_block = _FEW_ROWS if rows * columns < _SMALL else _ROWS
    tiles = -(-rows // row_block) * -(-columns // _COLUMNS)
    with device_of(a):
        angles = _angles(a, b) if name == "ciou" else a  # what the others do not read
        how = (name, not wide, row_block, 1 if wide else _GROUP, _COLUMNS)
        _start((tiles,), (a, b, angles, out, rows, columns), how, (a.dtype, dtype))
    return out


def _angles(a: Any, b: Any) -> Any:
    """Of the diagonal of each box, as in `truebox.formulas.aspect_difference`: of boxes, not of pairs."""
    if shared.FOR_NVIDIA:
        count = a.shape[0] + b.shape[0]
        out = torch.empty(count, dtype=a.dtype, device=a.device)
        _start_turned((-(-count // _COLUMNS),), (a, b, out, a.shape[0], count), (_COLUMNS,))
        return out
    boxes = torch.cat([a, b])
    width, height = (boxes[:, 2:] - boxes[:, :2]).unbind(1)
    extended = width * width + height * height > 0
    return torch.atan2(torch.where(extended, width, 0.0), torch.where(extended, height, 1.0))


@triton.jit(do_not_specialize=["rows", "count"])  # type: ignore[untyped-decorator]
def _turned(a, b, out, rows, count, block: tl.constexpr):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    """The angles of the boxes of both, one after the other."""
    at = tl.program_id(0) * block + tl.arange(0, block)
    x0, y0, x1, y1 = _corners(b, at - rows, count - rows)
    if tl.program_id(0) * block < rows:
        ax0, ay0, ax1, ay1 = _corners(a, at, rows)
        x0, y0 = tl.where(at < rows, ax0, x0), tl.where(at < rows, ay0, y0)
        x1, y1 = tl.where(at < rows, ax1, x1), tl.where(at < rows, ay1, y1)
    width, height = x1 - x0, y1 - y0
    extended = width * width + height * height > 0
    angle = libdevice.atan2(tl.where(extended, width, 0.0), tl.where(extended, height, 1.0))
    tl.store(out + at, angle, mask=at < count)


# Numbers are read and written one by one: no code would be another if addresses were multiples of 16.
@triton.jit(do_not_specialize=["a", "b", "angles", "out", "rows", "columns"])  # type: ignore[untyped-decorator]
def _kernel(  # type: ignore[no-untyped-def]  # noqa: PLR0917  # Triton reads the annotations as its own
    a,
    b,
    angles,
    out,
    rows,
    columns,
    measure: tl.constexpr,
    shortcut: tl.constexpr,
    row_block: tl.constexpr,
    group: tl.constexpr,
    column_block: tl.constexpr,
):
    tile = tl.program_id(0)
    across = tl.cdiv(columns, column_block)
    first = (tile // across) * row_block
    j = (tile % across) * column_block + tl.arange(0, column_block)
    bx0, by0, bx1, by1 = _corners(b, j, columns)
    turn_b = bx0
    if measure == "ciou":
        turn_b = tl.load(angles + rows + j, mask=j < columns, other=0.0)
    last = tl.minimum(first + row_block, rows)
    ordinary = False
    if shortcut:
        ax0, ay0, ax1, ay1 = _corners(a, first + tl.arange(0, row_block), rows)
        ordinary = _all_ordinary(bx0, by0, bx1, by1) & _all_ordinary(ax0, ay0, ax1, ay1)
        if ordinary:
            _tile(
                a,
                angles,
                out,
                bx0,
                by0,
                bx1,
                by1,
                turn_b,
                j,
                first,
                last,
                rows,
                columns,
                measure,
                True,
                group,
            )
    if not ordinary:
        _tile(
            a, angles, out, bx0, by0, bx1, by1, turn_b, j, first, last, rows, columns, measure, False, group
        )


# Fused, `areas - shared` would round elsewhere than in the formulas.
_start = shared.Starts(_kernel, num_warps=_WARPS, enable_fp_fusion=False)
_start_turned = shared.Starts(_turned, num_warps=_WARPS)


@triton.jit  # type: ignore[untyped-decorator]
def _tile(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    a,
    angles,
    out,
    bx0,
    by0,
    bx1,
    by1,
    turn_b,
    j,
    first,
    last,
    rows,
    columns,
    measure: tl.constexpr,
    ordinary: tl.constexpr,
    group: tl.constexpr,
):
    """Write the rows from `first` to `last` of a tile, a few at a time."""
    bx0, by0, bx1, by1, turn_b = bx0[None, :], by0[None, :], bx1[None, :], by1[None, :], turn_b[None, :]
    area_b = (bx1 - bx0) * (by1 - by0)
    if ordinary:
        area_b += _NEXT_TO_NOTHING
    row = first
    while row < last:
        i = row + tl.arange(0, group)
        ax0, ay0, ax1, ay1 = _corners(a, i, rows)
        ax0, ay0, ax1, ay1 = ax0[:, None], ay0[:, None], ax1[:, None], ay1[:, None]
        turn = turn_b
        if measure == "ciou":
            turn = turn_b - tl.load(angles + i, mask=i < rows, other=0.0)[:, None]
        value = _measured(ax0, ay0, ax1, ay1, bx0, by0, bx1, by1, area_b, turn, measure, ordinary)
        places = out + (i.to(tl.int64)[:, None] * columns + j[None, :])
        tl.store(places, value.to(out.dtype.element_ty), mask=(i < rows)[:, None] & (j < columns)[None, :])
        row += group


@triton.jit
def _corners(boxes, at, count):  # type: ignore[no-untyped-def]
    """Four columns of the rows `at`; zeros past the end."""
    inside = (at >= 0) & (at < count)
    x0 = tl.load(boxes + 4 * at, mask=inside, other=0.0)
    y0 = tl.load(boxes + 4 * at + 1, mask=inside, other=0.0)
    x1 = tl.load(boxes + 4 * at + 2, mask=inside, other=0.0)
    y1 = tl.load(boxes + 4 * at + 3, mask=inside, other=0.0)
    return x0, y0, x1, y1


@triton.jit
def _all_ordinary(x0, y0, x1, y1):  # type: ignore[no-untyped-def]
    """Whether all boxes are ordered and their coordinates are 0 or between 2**-16 and 2**20.

    Extents are then 0 or at least 2**-39, areas, squares and their sums 0 or between 2**-80 and 2**43, and
    quotients of them and what corrects quotients are far from what float32 cannot hold.
    """
    good = _ordinary(x0) & _ordinary(y0) & _ordinary(x1) & _ordinary(y1) & (x1 >= x0) & (y1 >= y0)
    return tl.min(good.to(tl.int32), 0) == 1


@triton.jit
def _ordinary(x):  # type: ignore[no-untyped-def]
    size = tl.abs(x)
    return (size <= 1048576.0) & ((size >= 1.52587890625e-05) | (size == 0.0))


@triton.jit  # type: ignore[untyped-decorator]
def _measured(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    ax0,
    ay0,
    ax1,
    ay1,
    bx0,
    by0,
    bx1,
    by1,
    area_b,
    turn,
    measure: tl.constexpr,
    ordinary: tl.constexpr,
):
    """The measure of each pair, in the operations and the order of `truebox.formulas`."""
    area_a = (ax1 - ax0) * (ay1 - ay0)
    if ordinary and measure == "ioa":
        area_a += _NEXT_TO_NOTHING
    width = tl.minimum(ax1, bx1) - tl.maximum(ax0, bx0)
    height = tl.minimum(ay1, by1) - tl.maximum(ay0, by0)
    scale = 1.0
    if not ordinary:
        scale = _scale(ax0, ay0, ax1, ay1, bx0, by0, bx1, by1)
        area_a = ((ax1 - ax0) * scale) * ((ay1 - ay0) * scale)
        area_b = ((bx1 - bx0) * scale) * ((by1 - by0) * scale)
        width *= scale
        height *= scale
    shared = tl.maximum(width, 0.0) * tl.maximum(height, 0.0)
    union = (area_a + area_b) - shared
    value = _share(shared, area_a if measure == "ioa" else union, ordinary)
    if measure == "giou" or measure == "diou" or measure == "ciou":  # noqa: PLR1714  Triton has no `in`
        hull_width = tl.maximum(ax1, bx1) - tl.minimum(ax0, bx0)
        hull_height = tl.maximum(ay1, by1) - tl.minimum(ay0, by0)
        if not ordinary:
            hull_width *= scale
            hull_height *= scale
        if measure == "giou":
            hull = hull_width * hull_height
            if ordinary:
                hull += _NEXT_TO_NOTHING
            value -= _share(tl.maximum(hull - union, 0.0), hull, ordinary)
        else:
            diagonal = hull_width * hull_width + hull_height * hull_height
            if ordinary:
                diagonal += _NEXT_TO_NOTHING
            apart = _apart(ax0, ay0, ax1, ay1, bx0, by0, bx1, by1, scale, ordinary)
            distance = _share(apart, diagonal, ordinary)
            if measure == "ciou":
                shape = 0.40528473456935108578 * (turn * turn)  # 4 / pi**2
                rest = (1.0 - value) + shape
                value = (value - distance) - _share(shape, rest, False) * shape
            else:
                value -= distance
    if not ordinary:
        # Minima and comparisons drop NaN; the areas have kept it.
        value = tl.where(union != union, union, value)  # noqa: PLR0124  NaN stays NaN
    return value


@triton.jit
def _scale(ax0, ay0, ax1, ay1, bx0, by0, bx1, by1):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    """As in the formulas' own rescaling: products of what is above the limit could overflow."""
    wide: tl.constexpr = ax0.dtype == tl.float64
    limit: tl.constexpr = 2.0**500 if wide else 2.0**60
    factor: tl.constexpr = 2.0**-530 if wide else 2.0**-70
    largest_a = tl.maximum(tl.maximum(tl.abs(ax0), tl.abs(ay0)), tl.maximum(tl.abs(ax1), tl.abs(ay1)))
    largest_b = tl.maximum(tl.maximum(tl.abs(bx0), tl.abs(by0)), tl.maximum(tl.abs(bx1), tl.abs(by1)))
    largest = tl.maximum(largest_a, largest_b)
    one = tl.full(largest.shape, 1.0, largest.dtype)
    return tl.where(largest > limit, one * factor, one)


@triton.jit  # type: ignore[untyped-decorator]
def _apart(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    ax0, ay0, ax1, ay1, bx0, by0, bx1, by1, scale, ordinary: tl.constexpr
):
    """The squared distance of the centres, times the square of `scale`."""
    along_x = (bx0 - ax0) + (bx1 - ax1)
    along_y = (by0 - ay0) + (by1 - ay1)
    if ordinary:
        # Halves are squared in the formula; where nothing underflows, no bit of a quarter is another.
        return (along_x * along_x + along_y * along_y) * 0.25
    else:
        along_x = (along_x * 0.5) * scale
        along_y = (along_y * 0.5) * scale
        return along_x * along_x + along_y * along_y


@triton.jit  # type: ignore[untyped-decorator]
def _share(part, whole, ordinary: tl.constexpr):  # type: ignore[no-untyped-def]
    """`part / whole` where there is a part, else 0."""
    if ordinary:
        return ordinary_quotient(part, whole)
    # Dividing zeros is the slow case of the device.
    one = tl.full(part.shape, 1.0, part.dtype)
    whole = tl.where(whole > 0, whole, one)
    there = part > 0
    return tl.where(there, rounded_quotient(tl.where(there, part, whole), whole), 0.0)
