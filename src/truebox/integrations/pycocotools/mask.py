"""`pycocotools.mask`: run lengths of masks encoded, decoded, merged, measured, compared.

The same dtypes, memory orders and counts as bytes. Run lengths that do not fill their image are refused
where the reference reads memory that nobody wrote.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from truebox._native import drop_in as native
from truebox.errors import InputError
from truebox.integrations.pycocotools.encoding.objects import frPyObjects, of_loose_runs
from truebox.integrations.pycocotools.encoding.runs import filled_masks, loose_runs, run_dicts
from truebox.masks import Masks, decode_masks, encode_masks, mask_area, mask_to_box, merge_masks
from truebox.overlap import pairwise_mask_iou

__all__ = ["area", "decode", "encode", "frPyObjects", "iou", "merge", "toBbox"]


_BYTE, _BOOL = np.dtype(np.uint8), np.dtype(np.bool_)


def encode(bimask: Any) -> Any:
    """Run lengths of one mask [H, W], or a list of those of a stack [H, W, N].

    Parameters
    ----------
    bimask : uint8 or bool array in column-major order
        Zero is background.

    Returns
    -------
    dict or list of dict
        ``{"size": [height, width], "counts": bytes}``; None for arrays of other ranks.

    Raises
    ------
    ValueError
        Another dtype or memory order.

    Examples
    --------
    >>> import numpy as np
    >>> encode(np.asfortranarray(np.eye(3, dtype=np.uint8)))
    {'size': [3, 3], 'counts': b'013000'}
    """
    if len(bimask.shape) == 3:
        return encode_stack(bimask)
    if len(bimask.shape) == 2:
        # One plain mask is worth a short way: half of what is done to it in Python falls away.
        if type(bimask) is np.ndarray and bimask.dtype == _BYTE and bimask.flags.f_contiguous:
            height, width = bimask.shape
            if 0 < height * width < 1 << 32:
                return {"size": [height, width], "counts": native.encode_planes(bimask[:, :, None])[0]}
        return encode_stack(bimask[:, :, None])[0]
    return None


def encode_stack(mask: Any) -> list[dict[str, Any]]:
    """Run lengths of a stack of masks [H, W, N].

    Examples
    --------
    >>> import numpy as np
    >>> encode_stack(np.zeros((3, 4, 1), dtype=np.uint8, order="F"))
    [{'size': [3, 4], 'counts': b'<'}]
    """
    if not isinstance(mask, np.ndarray):
        raise TypeError(
            f"Argument 'mask' has incorrect type (expected numpy.ndarray, got {type(mask).__name__})"
        )
    if mask.ndim != 3:
        raise ValueError(f"Buffer has wrong number of dimensions (expected 3, got {mask.ndim})")
    if mask.dtype not in (_BYTE, _BOOL):
        raise ValueError(f"Buffer dtype mismatch, expected 'uint8_t' but got {mask.dtype.name!r}")
    if not mask.flags.f_contiguous:
        raise ValueError("ndarray is not Fortran contiguous")
    if mask.shape[2] == 0:
        return []
    height, width = mask.shape[:2]
    if not 0 < height * width < 1 << 32:
        return run_dicts(encode_masks(mask, layout="hwn"))
    # Each change of value ends a run, so that what follows a 1 with a 2 is background.
    texts = native.encode_planes(mask if mask.dtype == _BYTE else mask.view(np.uint8))
    return [{"size": [height, width], "counts": text} for text in texts]


def decode(rleObjs: Any) -> Any:
    """Masks [H, W, N] of a list of run lengths, or one [H, W].

    Raises
    ------
    ValueError
        Runs that do not fill their image, or masks of different sizes.

    Examples
    --------
    >>> decode({"size": [2, 2], "counts": b"13"})
    array([[0, 1],
           [1, 1]], dtype=uint8)
    """
    if type(rleObjs) is list:
        return decode_list(rleObjs)
    return decode_list([rleObjs])[:, :, 0]


def decode_list(rleObjs: Any) -> Any:
    """Masks [H, W, N], column-major, of run lengths of one size.

    Examples
    --------
    >>> decode_list([{"size": [2, 2], "counts": b"13"}]).shape
    (2, 2, 1)
    """
    plain = native.decode_texts(rleObjs) if type(rleObjs) is list else None
    if plain is not None:
        return plain
    masks = filled_masks(rleObjs)
    if len(masks) == 0:
        return np.zeros((0, 0, 0), dtype=np.uint8, order="F")
    if (masks.sizes != masks.sizes[0]).any():
        raise ValueError("Invalid RLE mask representation: masks of different sizes")
    return decode_masks(masks, order="F").view(np.uint8).transpose(1, 2, 0)


def merge(rleObjs: Any, intersect: Any = 0) -> dict[str, Any]:
    """The union, or the intersection, of masks as one; of masks of different sizes one without pixels.

    Examples
    --------
    >>> left, right = {"size": [1, 4], "counts": b"022"}, {"size": [1, 4], "counts": b"31"}
    >>> merge([left, right])["counts"], merge([left, right], intersect=1)["counts"]
    (b'021O', b'4')
    """
    plain = native.merge_texts(rleObjs, bool(intersect)) if type(rleObjs) is list else None
    if plain is not None:
        return plain
    if len(rleObjs) == 0:
        return {"size": [0, 0], "counts": b""}
    if len(rleObjs) == 1:
        return of_loose_runs(loose_runs(rleObjs))[0]
    masks = filled_masks(rleObjs)
    if (masks.sizes != masks.sizes[0]).any():
        return {"size": [0, 0], "counts": b""}
    return run_dicts(merge_masks(masks, bool(intersect)))[0]


def area(rleObjs: Any) -> Any:
    """Pixels of each mask, uint32.

    Examples
    --------
    >>> int(area({"size": [2, 2], "counts": b"13"}))
    3
    """
    plain = native.area_of_texts(rleObjs)
    if plain is not None:
        return plain
    if type(rleObjs) is list:
        return area_of_list(rleObjs)
    return area_of_list([rleObjs])[0]


def area_of_list(rleObjs: Any) -> Any:
    """Pixels of each mask [N], uint32.

    Examples
    --------
    >>> area_of_list([{"size": [2, 2], "counts": b"13"}])
    array([3], dtype=uint32)
    """
    plain = native.area_of_texts(rleObjs) if type(rleObjs) is list else None
    if plain is not None:
        return plain
    try:
        return mask_area(filled_masks(rleObjs)).astype(np.uint32)
    except InputError:
        sums = [int(runs[1::2].sum(dtype=np.uint64)) % 2**32 for runs, _, _ in loose_runs(rleObjs)]
        return np.array(sums, dtype=np.uint32)


def toBbox(rleObjs: Any) -> Any:
    """Tight boxes x, y, width, height: float64 [N, 4], or [4] of one mask.

    Examples
    --------
    >>> toBbox({"size": [2, 2], "counts": b"13"})
    array([0., 0., 2., 2.])
    """
    plain = native.boxes_of_texts(rleObjs)
    if plain is not None:
        return plain
    if type(rleObjs) is list:
        return boxes_of_list(rleObjs)
    return boxes_of_list([rleObjs])[0]


def boxes_of_list(rleObjs: Any) -> Any:
    """Tight boxes [N, 4].

    Examples
    --------
    >>> boxes_of_list([]).shape
    (0, 4)
    """
    plain = native.boxes_of_texts(rleObjs) if type(rleObjs) is list else None
    if plain is not None:
        return plain
    try:
        return mask_to_box(filled_masks(rleObjs))
    except InputError:
        return np.array([_box_of_runs(*mask) for mask in loose_runs(rleObjs)]).reshape(-1, 4)


def _box_of_runs(runs: Any, height: int, width: int) -> list[float]:
    """The box of the foreground as far as the runs go."""
    ends = np.cumsum(runs.astype(np.int64))
    begins, ends, lengths = ends[:-1:2], ends[1::2], runs[1::2]
    begins, ends = begins[lengths > 0], ends[lengths > 0] - 1
    if height == 0 or width == 0 or not len(begins):
        return [0.0, 0.0, 0.0, 0.0]
    left, right = int((begins // height).min()), int((ends // height).max())
    crossing = bool((begins // height != ends // height).any())
    top, bottom = (0, height - 1) if crossing else (int((begins % height).min()), int((ends % height).max()))
    return [float(left), float(top), float(right - left + 1), float(bottom - top + 1)]


def iou(dt: Any, gt: Any, pyiscrowd: Any) -> Any:
    """Overlap of every detection with every truth; over the detection's own area where the truth is a crowd.

    Parameters
    ----------
    dt, gt : list of run lengths, or list or array [N, 4] of boxes x, y, width, height
        Both of one kind.
    pyiscrowd : sequence of 0 or 1
        One per truth.

    Returns
    -------
    float64 array [N, M], column-major
        An empty list where one side is empty. -1 for masks whose boxes meet and whose sizes differ.

    Examples
    --------
    >>> iou([[0, 0, 2, 2]], [[0, 0, 2, 1]], [0])
    array([[0.5]])
    """
    plain = native.overlap_plainly(dt, gt, pyiscrowd)
    if plain is not None:
        return plain
    crowd = np.array(pyiscrowd, dtype=np.uint8)
    found, true = _side(dt), _side(gt)
    if len(pyiscrowd) != len(true):
        raise AssertionError("iou(iscrowd=) must have the same length as gt")
    if len(found) == 0 or len(true) == 0:
        return []
    if isinstance(found, Masks) != isinstance(true, Masks):
        raise Exception("The dt and gt should have the same data type, either RLEs, list or np.ndarray")
    if isinstance(found, Masks):
        return _mask_overlaps(found, true, crowd)
    out = np.empty((len(true), len(found)))
    native.overlap_boxes(np.ascontiguousarray(found), np.ascontiguousarray(true), crowd, out)
    return out.T


def _side(objects: Any) -> Any:
    if len(objects) == 0:
        return []
    if isinstance(objects, np.ndarray):
        if objects.ndim != 2 or objects.shape[1] != 4:
            raise Exception("numpy ndarray input is only for *bounding boxes* and should have Nx4 dimension")
        return objects.astype(np.double)
    if type(objects) is not list:
        raise Exception(
            "unrecognized type.  The following type: RLEs (rle), np.ndarray (box), "
            "and list (box) are supported."
        )
    if all(type(entry) in (list, np.ndarray) and len(entry) == 4 for entry in objects):
        return np.array(objects, dtype=np.double)
    if all(type(entry) is dict for entry in objects):
        return filled_masks(objects)
    raise Exception("list input can be bounding box (Nx4) or RLEs ([RLE])")


def _mask_overlaps(found: Masks, true: Masks, crowd: Any) -> Any:
    if (found.sizes == true.sizes[0]).all() and (true.sizes == true.sizes[0]).all():
        return np.asfortranarray(pairwise_mask_iou(found, true, crowd=crowd))
    overlaps = np.zeros((len(found), len(true)), order="F")
    for size in np.unique(np.concatenate([found.sizes, true.sizes]), axis=0):
        rows = np.flatnonzero((found.sizes == size).all(axis=1))
        columns = np.flatnonzero((true.sizes == size).all(axis=1))
        if len(rows) and len(columns):
            part = pairwise_mask_iou(found[rows], true[columns], crowd=crowd[columns])
            overlaps[np.ix_(rows, columns)] = part
    boxes = iou(mask_to_box(found), mask_to_box(true), np.zeros(len(true), dtype=np.uint8))
    unequal = (found.sizes[:, None] != true.sizes[None]).any(axis=2)
    overlaps[unequal & (boxes > 0)] = -1
    return overlaps
