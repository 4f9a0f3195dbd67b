"""Run lengths as `pycocotools.mask` takes them: dicts whose counts are compressed text."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox.errors import InputError
from truebox.masks import Masks, masks_from_compressed, masks_to_compressed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from truebox.typing import Int64Array

__all__ = ["LooseRuns", "filled_masks", "loose_runs", "run_dicts", "text_of_runs"]

LooseRuns: TypeAlias = list[tuple["NDArray[np.uint32]", int, int]]
"""Of each mask its runs, which need not fill it, its height and its width."""


def _taken_apart(objects: Sequence[Any]) -> tuple[list[bytes], Int64Array]:
    """Texts and sizes; TypeError, KeyError and OverflowError where the reference raises them."""
    texts, sizes = [], []
    for entry in objects:
        counts = entry["counts"]
        text = counts.encode("utf-8", "surrogatepass") if isinstance(counts, str) else counts
        if not isinstance(text, bytes):
            raise TypeError(f"Expected bytes, got {type(counts).__name__}")
        size = entry["size"]
        height, width = _side(size[0]), _side(size[1])
        texts.append(text.partition(b"\0")[0])
        sizes.append((height, width))
    return texts, np.array(sizes, dtype=np.int64).reshape(-1, 2)


def _side(value: Any) -> int:
    side = int(value) if isinstance(value, float) else operator.index(value)
    if side < 0:
        raise OverflowError("can't convert negative value to a height or width")
    return side


def filled_masks(objects: Sequence[Any]) -> Masks:
    """Masks whose runs fill them.

    Raises
    ------
    InputError
        They do not: the reference would read memory that nobody wrote, or never end.
    """
    texts, sizes = _taken_apart(objects)
    if not all(texts):  # no runs fill a mask without pixels alone
        texts = [
            text or (b"0" if height * width == 0 else b"")
            for text, (height, width) in zip(texts, sizes.tolist(), strict=True)
        ]
    return masks_from_compressed(texts, sizes, name="rle")


def loose_runs(objects: Sequence[Any]) -> LooseRuns:
    """The runs of each mask as they stand, whether or not they fill it."""
    texts, sizes = _taken_apart(objects)
    found = []
    for row, (text, (height, width)) in enumerate(zip(texts, sizes.tolist(), strict=True)):
        found.append((_runs_of_text(text, row), height, width))
    return found


def _runs_of_text(text: bytes, row: int) -> NDArray[np.uint32]:
    """Numbers of five bits a character, each the difference to the last but one; modulo 2**32."""
    runs: list[int] = []
    value = shift = 0
    for character in text:
        digit = character - 48
        value |= (digit & 31) << shift
        shift += 5
        if digit & 32:
            continue
        if digit & 16:
            value -= 1 << shift
        runs.append(value + (runs[-2] if len(runs) > 2 else 0))
        value = shift = 0
    if shift:
        raise InputError(
            "E-162", f"rle[{row}]", "the compressed counts break off inside a number", "encode the mask again"
        )
    return (np.array(runs, dtype=object) % 2**32).astype(np.uint32)


def text_of_runs(runs: NDArray[np.uint32]) -> bytes:
    """Compressed counts of runs that need not fill anything."""
    characters = bytearray()
    numbers = runs.astype(np.int64)
    differences = numbers.copy()
    differences[3:] -= numbers[1:-2]
    for number in differences.tolist():
        value, more = number, True
        while more:
            digit = value & 31
            value >>= 5
            more = value != (-1 if digit & 16 else 0)
            characters.append(digit + (32 if more else 0) + 48)
    return bytes(characters)


def run_dicts(masks: Masks) -> list[dict[str, Any]]:
    """As the reference hands masks out."""
    texts = masks_to_compressed(masks)
    return [{"size": size, "counts": text} for size, text in zip(masks.sizes.tolist(), texts, strict=True)]
