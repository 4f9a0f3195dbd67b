"""Masks as the challenge encodes them: run lengths as COCO writes them, packed by zlib, in base 64."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.errors import InputError
from truebox.masks import masks_from_counts, masks_to_compressed
from truebox.records import SegmentationKind, Segmentations

if TYPE_CHECKING:
    from truebox.datasets.row_errors import RowErrors
    from truebox.typing import BoolArray, Int64Array

__all__ = ["decoded_cells", "empty_mask", "segmentations_of_texts"]

_MOST = 1 << 26
_FIX = "encode COCO's run lengths with zlib and then base 64, as the challenge asks"


def decoded_cells(
    cells: Sequence[str], place: Callable[[int], str], errors: RowErrors
) -> tuple[list[bytes | None], BoolArray]:
    """The run lengths of every cell, None where it is empty; and which rows were taken (E-169).

    Examples
    --------
    >>> from truebox.datasets.row_errors import RowErrors
    >>> decoded_cells(["eJwzMjAEAAEqAJQ=", ""], "row {}".format, RowErrors())[0]
    [b'201', None]
    """
    texts: list[bytes | None] = []
    taken = np.ones(len(cells), dtype=bool)
    for row, cell in enumerate(cells):
        try:
            texts.append(_decoded(cell) if cell else None)
        except (binascii.Error, ValueError, zlib.error) as error:
            problem = f"{say(cell[:40])} is no encoded mask ({error})"
            errors.refuse(InputError("E-169", place(row), problem, _FIX, row=row))
            texts.append(None)
            taken[row] = False
    return texts, taken


def _decoded(cell: str) -> bytes:
    packed = zlib.decompressobj()
    text = packed.decompress(base64.b64decode(cell, validate=True), _MOST)
    if packed.unconsumed_tail or not packed.eof:
        raise ValueError("it is cut off, or longer than 64 MiB")
    return text


def empty_mask(size: tuple[int, int]) -> bytes:
    """The run lengths of a mask [height, width] without any pixel.

    Examples
    --------
    >>> empty_mask((2, 3))
    b'6'
    """
    masks = masks_from_counts([[size[0] * size[1]]], np.array([size], dtype=np.int64))
    return masks_to_compressed(masks)[0]


def segmentations_of_texts(texts: Sequence[bytes | None], sizes: Int64Array) -> Segmentations:
    """Run lengths of masks of these sizes [N, 2], height first; None is no segmentation.

    Examples
    --------
    >>> segmentations_of_texts([b"6", None], np.array([[2, 3], [2, 3]])).kinds.tolist()
    [1, 0]
    """
    there = np.array([text is not None for text in texts], dtype=bool)
    offsets = np.zeros(len(texts) + 1, dtype=np.int64)
    np.cumsum([0 if text is None else len(text) for text in texts], out=offsets[1:])
    return Segmentations(
        kinds=np.where(there, SegmentationKind.TEXT, SegmentationKind.NONE).astype(np.uint8),
        sizes=np.where(there[:, None], sizes, 0).astype(np.int64),
        text=np.frombuffer(b"".join(text for text in texts if text is not None), dtype=np.uint8),
        text_offsets=offsets,
        numbers=np.empty(0),
        part_offsets=np.zeros(1, dtype=np.int64),
        row_offsets=np.zeros(len(texts) + 1, dtype=np.int64),
    )
