"""Compressed counts: the text form of run lengths in COCO files."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import masks as native
from truebox.errors import ArgumentError
from truebox.masks.masks import Masks
from truebox.masks.refusal import refuse
from truebox.masks.sizes import sizes_per_mask

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["masks_from_compressed", "masks_to_compressed"]


@refuses_other_kinds
def masks_from_compressed(
    counts: Sequence[str | bytes], sizes: Any, *, name: str = "counts", rows: Any = None
) -> Masks:
    """Masks from compressed counts.

    Parameters
    ----------
    counts : sequence of str or bytes
        As ``pycocotools.mask.encode`` and COCO result files write them.
    sizes : (height, width) or array [N, 2]
        Of the masks.
    name : str
        What error messages call the argument.
    rows : sequence of int, optional
        The caller's row of each text, for error messages.

    Returns
    -------
    Masks
        The counts exactly as written, empty runs included.

    Raises
    ------
    ArgumentError
        For sizes that are no whole numbers (height, width), one or of each mask.
    InputError
        ``E-160`` for empty text or runs that end before the image, ``E-161`` for runs beyond it,
        ``E-162`` for broken text, ``E-163`` for an impossible size, ``E-165`` for a negative run.

    Examples
    --------
    >>> from truebox.masks import masks_from_compressed
    >>> masks_from_compressed(["23"], (1, 5)).runs
    array([2, 3], dtype=uint32)
    """
    text, lengths = _joined(counts, name, rows)
    offsets = np.cumsum([0, *lengths], dtype=np.int64)
    whole = sizes_per_mask(sizes, len(lengths))
    buffer = np.frombuffer(text, dtype=np.uint8)
    runs, run_offsets, fault = native.parse_texts(buffer, offsets, whole, 0)
    refuse(fault, name, rows)
    return Masks.trusted(runs, run_offsets, whole)


@refuses_other_kinds
def masks_to_compressed(masks: Masks) -> list[bytes]:
    """Compressed counts of each mask, byte for byte as ``pycocotools`` writes them.

    Parameters
    ----------
    masks : Masks
        Of any sizes.

    Returns
    -------
    list of bytes

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.masks import encode_masks, masks_to_compressed
    >>> masks_to_compressed(encode_masks(np.eye(3, dtype=bool)))
    [b'013000']
    """
    text, offsets = native.write_texts(masks.runs, masks.offsets, masks.sizes)
    whole, bounds = text.tobytes(), offsets.tolist()
    return [whole[begin:end] for begin, end in itertools.pairwise(bounds)]


def _joined(counts: Sequence[str | bytes], name: str, rows: Any) -> tuple[bytes, list[int]]:
    """All texts one after the other, and how long each is."""
    kinds = set(map(type, counts))
    if kinds == {str}:
        text = "".join(counts)  # type: ignore[arg-type]
        if text.isascii():
            return text.encode("ascii"), [*map(len, counts)]
    parts = [_as_bytes(text, name, row if rows is None else rows[row]) for row, text in enumerate(counts)]
    return b"".join(parts), [*map(len, parts)]


def _as_bytes(text: Any, name: str, row: Any) -> bytes:
    if isinstance(text, bytes):
        return text
    if not isinstance(text, str):
        raise ArgumentError(
            f"{name}[{row}]: expected compressed counts (str or bytes), got {type(text).__name__}"
        )
    # Every character before the first that is not ASCII is one byte, so its position stays its own.
    return text.encode("utf-8", "surrogatepass")
