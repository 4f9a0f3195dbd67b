"""Segmentations as COCO files hold them: compressed, uncompressed, or polygons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NoReturn

import numpy as np

from truebox._kinds import refuse_masked, refuses_other_kinds, warn_caller
from truebox._native import masks as native
from truebox.errors import ArgumentError, InputError
from truebox.masks.compressed import masks_from_compressed, masks_to_compressed
from truebox.masks.counts import masks_from_counts, masks_to_counts
from truebox.masks.masks import Masks, concatenate_masks
from truebox.masks.polygons import far_outside_message, flatten_polygons, rasterize_polygons
from truebox.masks.refusal import refuse
from truebox.masks.sizes import sizes_per_mask

__all__ = ["masks_from_coco", "masks_to_coco"]


@refuses_other_kinds
def masks_from_coco(
    segmentations: Sequence[Any],
    sizes: Any = None,
    *,
    name: str = "segmentations",
    threads: int | None = None,
) -> Masks:
    """Masks from the ``segmentation`` fields of a COCO file, of every kind and mixed.

    Parameters
    ----------
    segmentations : sequence [N]
        Each ``{"size": [height, width], "counts": text, bytes or list of int}``, or a list of polygons.
    sizes : (height, width) or array [N, 2], optional
        Of the images. Needed for polygons; run lengths must have this size where it is given.
    name : str
        What error messages call the argument.
    threads : int, optional
        None lets the size of the work decide.

    Returns
    -------
    Masks [N]

    Raises
    ------
    ArgumentError
        For sizes that are no whole numbers (height, width), one or of each mask.
    InputError
        As `masks_from_compressed`, `masks_from_counts` and `polygons_to_masks`; also ``E-164`` when a
        mask's size is not its image's, and ``E-169`` for anything else.

    Warns
    -----
    TrueboxWarning
        ``W-168`` as `polygons_to_masks`.

    Examples
    --------
    >>> from truebox.masks import mask_area, masks_from_coco
    >>> runs = {"size": [10, 10], "counts": [90, 10]}
    >>> outline = [[1, 1, 5, 1, 5, 5, 1, 5]]
    >>> mask_area(masks_from_coco([runs, outline], (10, 10)))
    array([10, 16])
    """
    taken = native.take_dicts(segmentations) if type(segmentations) is list else None
    if taken is not None and sizes is None:
        return Masks.trusted(*taken)
    expected = None if sizes is None else sizes_per_mask(sizes, len(segmentations))
    if taken is not None and (taken[2] == expected).all():
        return Masks.trusted(*taken)
    plain = _all_compressed(segmentations)
    if plain is not None:
        counts, own = plain
        return masks_from_compressed(counts, _resolved_sizes(own, expected, [], name), name=name)
    texts: list[int] = []
    lists: list[int] = []
    outlines: list[int] = []
    own_sizes: list[Sequence[int]] = []
    for row, segmentation in enumerate(segmentations):
        kind, size = _kind_and_size(segmentation, name, row)
        (texts if kind == "text" else lists if kind == "list" else outlines).append(row)
        own_sizes.append(size)
    whole = _resolved_sizes(own_sizes, expected, outlines, name)
    parts = []
    if texts:
        counts = [segmentations[row]["counts"] for row in texts]
        parts.append(masks_from_compressed(counts, whole[texts], name=name, rows=texts))
    if lists:
        counts = [segmentations[row]["counts"] for row in lists]
        parts.append(masks_from_counts(counts, whole[lists], name=name, rows=lists))
    if outlines:
        parts.append(_from_polygons(segmentations, outlines, whole, name, threads))
    together = concatenate_masks(parts)
    if len(parts) < 2:
        return together
    return together[np.argsort(texts + lists + outlines, kind="stable")]


@refuses_other_kinds
def masks_to_coco(masks: Masks, *, counts: Literal["str", "bytes", "list"] = "str") -> list[dict[str, Any]]:
    """Each mask as ``{"size": [height, width], "counts": ...}``.

    Parameters
    ----------
    masks : Masks
        Of any sizes.
    counts : {"str", "bytes", "list"}
        Compressed text (for JSON), the same as bytes (as pycocotools), or plain numbers.

    Returns
    -------
    list of dict
        One per mask.

    Raises
    ------
    ArgumentError
        Another word for `counts`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.masks import encode_masks, masks_to_coco
    >>> masks_to_coco(encode_masks(np.eye(3, dtype=bool)))
    [{'size': [3, 3], 'counts': '013000'}]
    """
    values: Sequence[Any]
    if counts == "list":
        values = masks_to_counts(masks)
    elif counts in {"str", "bytes"}:
        texts = masks_to_compressed(masks)
        values = texts if counts == "bytes" else [text.decode("ascii") for text in texts]
    else:
        raise ArgumentError(f"counts: expected 'str', 'bytes' or 'list', got {counts!r}")
    return [{"size": size, "counts": value} for size, value in zip(masks.sizes.tolist(), values, strict=True)]


def _all_compressed(segmentations: Sequence[Any]) -> tuple[list[str | bytes], list[Any]] | None:
    """Counts and sizes where every segmentation is compressed, as in files of results; else None."""
    if set(map(type, segmentations)) != {dict}:
        return None
    try:
        counts = [segmentation["counts"] for segmentation in segmentations]
        sizes = [segmentation["size"] for segmentation in segmentations]
    except KeyError:
        return None
    return (counts, sizes) if set(map(type, counts)) <= {str, bytes} else None


def _kind_and_size(segmentation: Any, name: str, row: int) -> tuple[Literal["text", "list", "outline"], Any]:
    if isinstance(segmentation, Mapping):
        counts = segmentation.get("counts")
        if counts is None or "size" not in segmentation:
            missing = "counts" if counts is None else "size"
            _refuse_kind(name, row, f"run lengths without {missing!r}")
        return ("text" if isinstance(counts, (str, bytes)) else "list"), segmentation["size"]
    if not isinstance(segmentation, Sequence) or isinstance(segmentation, (str, bytes)):
        _refuse_kind(name, row, f"got {type(segmentation).__name__}")
    if len(segmentation) and not isinstance(segmentation[0], (Sequence, np.ndarray)):
        _refuse_kind(name, row, "got a flat list; a list of polygons is one list deeper")
    return "outline", (0, 0)


def _refuse_kind(name: str, row: int, problem: str) -> NoReturn:
    fix = "write {'size': [height, width], 'counts': ...} or [[x1, y1, x2, y2, ...], ...]"
    raise InputError("E-169", f"{name}[{row}]", f"not a segmentation: {problem}", fix, row=row)


def _resolved_sizes(own: Sequence[Any], expected: Any, outlines: list[int], name: str) -> Any:
    """The size of each mask: its own, which must be the image's where that is known."""
    if expected is None and outlines:
        raise ArgumentError(
            f"sizes: needed to rasterise the polygons of {name}[{outlines[0]}]; pass (height, width)"
        )
    whole = _checked_own_sizes(own, name)
    if expected is None:
        return whole
    whole[outlines] = expected[outlines]
    other = (whole != expected).any(axis=1)
    if other.any():
        row = int(np.argmax(other))
        found, image = (f"{height} x {width}" for height, width in (whole[row], expected[row]))
        fix = "encode the mask for the full image, or check which image it belongs to"
        raise InputError(
            "E-164",
            f"{name}[{row}]",
            f"the mask's size is {found} (height x width), its image's {image}",
            fix,
            row=row,
        )
    return whole


def _checked_own_sizes(own: Sequence[Any], name: str) -> Any:
    refuse_masked(own, "size")
    try:
        return sizes_per_mask(np.array(own).reshape(len(own), 2), len(own), name)
    except (ArgumentError, ValueError, OverflowError):
        # Words for the one that is wrong.
        for row, size in enumerate(own):
            pair = isinstance(size, (Sequence, np.ndarray)) and len(size) == 2
            if not pair or not all(isinstance(side, (int, np.integer)) for side in size):
                problem = f"size must be [height, width] in whole pixels, got {size!r:.60}"
                fix = "write the size of the image the mask was made for"
                raise InputError("E-163", f"{name}[{row}].size", problem, fix, row=row) from None
            if max(size) >= 2**32:
                refuse((6, row, *size), name)
        raise


def _from_polygons(
    segmentations: Sequence[Any], rows: list[int], sizes: Any, name: str, threads: int | None
) -> Masks:
    columns = flatten_polygons([segmentations[row] for row in rows], name, rows)
    result = rasterize_polygons(*columns, sizes[rows], threads=threads, name=name, rows=rows)
    if len(result.far_outside):
        message = far_outside_message(np.array(rows)[result.far_outside])
        warn_caller(f"W-168 {message}")
    return result.masks
