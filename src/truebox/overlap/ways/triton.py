"""The Triton kernel of pairwise measures: each answer is computed in registers and written once."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from truebox.errors import MissingExtraError

try:
    torch: Any = import_module("torch")
    triton: Any = import_module("triton")
    tl: Any = import_module("triton.language")
    shared: Any = import_module("truebox.arrays.triton")
except ImportError as error:
    raise MissingExtraError("triton", "torch", "the CUDA kernel of pairwise measures") from error

__all__ = ["pairwise"]

# Kernels see what their module holds by its own name.
device_of, rounded_quotient = shared.device_of, shared.rounded_quotient

# Rows are short and columns long, so that each write is of whole lines.
_ROWS, _COLUMNS, _WARPS = 16, 256, 8


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
    out = torch.empty((rows, columns), dtype=dtype, device=a.device)
    tiles = triton.cdiv(rows, _ROWS) * triton.cdiv(columns, _COLUMNS)
    wide = a.dtype == torch.float64
    with device_of(a):
        angles = _angles(a, b) if name == "ciou" else (a, b)  # what the others do not read
        _kernel[(tiles,)](
            a,
            b,
            *angles,
            out,
            rows,
            columns,
            measure=name,
            row_block=_ROWS,
            column_block=_COLUMNS,
            # As in the formulas' own rescaling: products of what is above the limit could overflow.
            limit=2.0**500 if wide else 2.0**60,
            factor=2.0**-530 if wide else 2.0**-70,
            num_warps=_WARPS,
            # Fused, `areas - shared` would round elsewhere than in the formulas.
            enable_fp_fusion=False,
        )
    return out


def _angles(a: Any, b: Any) -> tuple[Any, Any]:
    """Of the diagonal of each box, as in `truebox.formulas.aspect_difference`: of boxes, not of pairs."""
    boxes = torch.cat([a, b])
    width, height = (boxes[:, 2:] - boxes[:, :2]).unbind(1)
    extended = width * width + height * height > 0
    angle = torch.atan2(torch.where(extended, width, 0.0), torch.where(extended, height, 1.0))
    return angle[: len(a)], angle[len(a) :]


@triton.jit(do_not_specialize=["rows"])  # type: ignore[untyped-decorator]
def _kernel(  # type: ignore[no-untyped-def]  # noqa: PLR0915, PLR0917  # Triton reads the annotations as its own
    a,
    b,
    angles_a,
    angles_b,
    out,
    rows,
    columns,
    measure: tl.constexpr,
    row_block: tl.constexpr,
    column_block: tl.constexpr,
    limit: tl.constexpr,
    factor: tl.constexpr,
):
    tile = tl.program_id(0)
    tiles_across = tl.cdiv(columns, column_block)
    i = (tile // tiles_across) * row_block + tl.arange(0, row_block)
    j = (tile % tiles_across) * column_block + tl.arange(0, column_block)
    inside_a, inside_b = i < rows, j < columns

    ax0 = tl.load(a + 4 * i, mask=inside_a, other=0.0)[:, None]
    ay0 = tl.load(a + 4 * i + 1, mask=inside_a, other=0.0)[:, None]
    ax1 = tl.load(a + 4 * i + 2, mask=inside_a, other=0.0)[:, None]
    ay1 = tl.load(a + 4 * i + 3, mask=inside_a, other=0.0)[:, None]
    bx0 = tl.load(b + 4 * j, mask=inside_b, other=0.0)[None, :]
    by0 = tl.load(b + 4 * j + 1, mask=inside_b, other=0.0)[None, :]
    bx1 = tl.load(b + 4 * j + 2, mask=inside_b, other=0.0)[None, :]
    by1 = tl.load(b + 4 * j + 3, mask=inside_b, other=0.0)[None, :]

    one = tl.zeros([row_block, column_block], dtype=ax0.dtype) + 1.0
    area_a = one * ((ax1 - ax0) * (ay1 - ay0))
    area_b = one * ((bx1 - bx0) * (by1 - by0))
    width = tl.minimum(ax1, bx1) - tl.maximum(ax0, bx0)
    height = tl.minimum(ay1, by1) - tl.maximum(ay0, by0)
    scale = one
    largest_a = tl.maximum(tl.maximum(tl.abs(ax0), tl.abs(ay0)), tl.maximum(tl.abs(ax1), tl.abs(ay1)))
    largest_b = tl.maximum(tl.maximum(tl.abs(bx0), tl.abs(by0)), tl.maximum(tl.abs(bx1), tl.abs(by1)))
    huge = (tl.max(tl.max(largest_a, 1), 0) > limit) | (tl.max(tl.max(largest_b, 1), 0) > limit)
    if huge:
        scale = tl.where(tl.maximum(largest_a, largest_b) > limit, one * factor, one)
        area_a = ((ax1 - ax0) * scale) * ((ay1 - ay0) * scale)
        area_b = ((bx1 - bx0) * scale) * ((by1 - by0) * scale)
        width *= scale
        height *= scale
    shared = tl.where(width > 0, width, 0.0) * tl.where(height > 0, height, 0.0)
    union = (area_a + area_b) - shared
    if measure == "ioa":
        value = _share(shared, tl.where(area_a > 0, area_a, one))
    else:
        value = _share(shared, tl.where(union > 0, union, one))
    if measure == "giou" or measure == "diou" or measure == "ciou":  # noqa: PLR1714  Triton has no `in`
        hull_width = tl.maximum(ax1, bx1) - tl.minimum(ax0, bx0)
        hull_height = tl.maximum(ay1, by1) - tl.minimum(ay0, by0)
        if huge:
            hull_width *= scale
            hull_height *= scale
        if measure == "giou":
            hull = hull_width * hull_height
            uncovered = hull - union
            value -= _share(uncovered, tl.where(hull > 0, hull, one))
        else:
            along_x = ((bx0 - ax0) + (bx1 - ax1)) * 0.5
            along_y = ((by0 - ay0) + (by1 - ay1)) * 0.5
            if huge:
                along_x *= scale
                along_y *= scale
            diagonal = hull_width * hull_width + hull_height * hull_height
            plain = value
            value -= _share(along_x * along_x + along_y * along_y, tl.where(diagonal > 0, diagonal, one))
            if measure == "ciou":
                angle_a = tl.load(angles_a + i, mask=inside_a, other=0.0)[:, None]
                angle_b = tl.load(angles_b + j, mask=inside_b, other=0.0)[None, :]
                turn = angle_b - angle_a
                shape = 0.40528473456935108578 * (turn * turn)  # 4 / pi**2
                rest = (1.0 - plain) + shape
                value -= _share(shape, tl.where(rest > 0, rest, one)) * shape
    # Minima and comparisons drop NaN; the areas have kept it.
    value = tl.where(union != union, union, value)  # noqa: PLR0124  NaN stays NaN
    places = i.to(tl.int64)[:, None] * columns + j[None, :]
    tl.store(out + places, value.to(out.dtype.element_ty), mask=inside_a[:, None] & inside_b[None, :])


@triton.jit
def _share(part, whole):  # type: ignore[no-untyped-def]
    """`part / whole` where there is a part, else 0: dividing zeros is the slow case of the device."""
    there = part > 0
    return tl.where(there, rounded_quotient(tl.where(there, part, whole), whole), 0.0)
