"""Dense arrays to run lengths and back, in any memory order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from truebox._kinds import refuse_masked, refuses_other_kinds
from truebox._native import masks as native
from truebox._native.threads import thread_count
from truebox.arrays import fetched
from truebox.errors import ArgumentError
from truebox.masks.cuda import encoded_on_cuda
from truebox.masks.masks import Masks
from truebox.masks.sizes import refuse_other_sizes, sizes_per_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from truebox.typing import BoolArray

__all__ = ["decode_masks", "encode_masks"]


@refuses_other_kinds
def encode_masks(
    masks: Any, *, layout: Literal["nhw", "hwn"] = "nhw", threads: int | None = None, name: str = "masks"
) -> Masks:
    """Run lengths of dense masks; every pixel that is not zero belongs to the mask.

    Parameters
    ----------
    masks : array [H, W], [N, H, W], or [H, W, N]
        Boolean or integer, any memory order. Column-major and row-major masks are read in place,
        other orders are copied first. Tensors of PyTorch on a CUDA device are encoded there, where Triton is
        installed, and only their runs are fetched; tensors elsewhere are fetched whole.
    layout : {"nhw", "hwn"}
        Which axis counts the masks when there are three; ``"hwn"`` is pycocotools' convention.
    threads : int, optional
        None lets the size of the work decide.
    name : str
        What error messages call the argument.

    Returns
    -------
    Masks
        In canonical form: no empty runs but a first one.

    Raises
    ------
    ArgumentError
        Floating-point masks (choose the threshold yourself: ``masks > 0.5``), or a wrong shape.

    See Also
    --------
    pycocotools.mask.encode : the same runs, for uint8 in column-major order.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.masks import encode_masks
    >>> encode_masks(np.array([[0, 1], [0, 1]], dtype=np.uint8)).runs
    array([2, 2], dtype=uint32)
    """
    on_device = encoded_on_cuda(masks, layout, name)
    if on_device is not None:
        return on_device
    stack = _stack(fetched(masks, name), layout, name)
    sizes = sizes_per_mask(stack.shape[1:], len(stack), name)
    return Masks.trusted(*native.encode_stack(stack, thread_count(threads)), sizes)


@refuses_other_kinds
def decode_masks(
    masks: Masks,
    *,
    order: Literal["C", "F"] = "C",
    out: NDArray[Any] | None = None,
    threads: int | None = None,
) -> BoolArray:
    """Dense masks of run lengths.

    Parameters
    ----------
    masks : Masks
        All of one size.
    order : {"C", "F"}
        Memory order of each mask: row-major, or column-major as the runs are. The shape is the same.
    out : bool or uint8 array [N, H, W], optional
        Written and returned instead of a new array; rows or columns must be contiguous.
    threads : int, optional
        None lets the size of the work decide.

    Returns
    -------
    bool array [N, H, W]
        ``(0, 0, 0)`` for no masks. ``.view(numpy.uint8)`` gives zeros and ones without a copy.

    Raises
    ------
    ArgumentError
        Another word for `order`, or an `out` that does not fit.
    InputError
        ``E-164`` when the masks have different sizes: decode them one by one.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.masks import decode_masks, encode_masks
    >>> dense = np.eye(3, dtype=bool)
    >>> (decode_masks(encode_masks(dense))[0] == dense).all()
    np.True_
    """
    if order not in {"C", "F"}:
        raise ArgumentError(f"order: expected 'C' or 'F', got {order!r}")
    refuse_other_sizes(masks, None, "masks")
    height, width = masks.sizes[0].tolist() if len(masks) else (0, 0)
    shape = (len(masks), height, width)
    if out is None:
        # Fresh zero pages cost nothing until a one is written to them.
        flat = np.zeros(shape if order == "C" else (len(masks), width, height), dtype=np.bool_)
        target = flat if order == "C" else flat.transpose(0, 2, 1)
    else:
        target = _checked_out(out, shape)
        target[...] = 0
    native.decode_stack(masks.runs, masks.offsets, masks.sizes, target.view(np.uint8), thread_count(threads))
    return target


def _stack(masks: Any, layout: str, name: str) -> NDArray[np.uint8]:
    refuse_masked(masks, name)
    array = np.asarray(masks)
    if layout not in {"nhw", "hwn"}:
        raise ArgumentError(f"layout: expected 'nhw' or 'hwn', got {layout!r}")
    if array.ndim not in {2, 3}:
        raise ArgumentError(
            f"{name}: expected dense masks [H, W] or three axes ({layout!r}), got {list(array.shape)}"
        )
    if array.dtype.kind not in "biu":
        raise ArgumentError(
            f"{name}: expected boolean or integer masks, got {array.dtype}. Choose the threshold: masks > 0.5"
        )
    if array.ndim == 2:
        array = array[None]
    elif layout == "hwn":
        array = array.transpose(2, 0, 1)
    array = array.view(np.uint8) if array.dtype.itemsize == 1 else (array != 0).view(np.uint8)
    return array if _lines_are_contiguous(array) else np.ascontiguousarray(array)


def _checked_out(out: NDArray[Any], shape: tuple[int, int, int]) -> NDArray[Any]:
    fits = out.shape == shape and out.dtype in (np.bool_, np.uint8) and out.flags.writeable
    if not fits or not _lines_are_contiguous(out):
        raise ArgumentError(
            f"out: expected a writeable bool or uint8 array {list(shape)} with contiguous rows or columns, "
            f"got {out.dtype} {list(out.shape)} with strides {out.strides}"
        )
    return out


def _lines_are_contiguous(stack: NDArray[Any]) -> bool:
    return 1 in stack.strides[1:] or 1 in stack.shape[1:] or stack.size == 0
