"""Pictures whose pixels are numbers of objects: 0 is background, and in the truth 255 is not judged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.tracking.masks.numbered_pictures import masks_by_number
from truebox.datasets.tracking.png_pixels import png_pixels
from truebox.errors import InputError
from truebox.masks import concatenate_masks, mask_to_box
from truebox.records import IgnoredRegions, Source, TrackedSequence, Tracks

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.typing import AnyArray

__all__ = ["read_palettes"]

_VOID = 255
_KINDS = ("grey", "deep grey", "palette")


def read_palettes(source: Source, folders: Mapping[str, Path], role: Role) -> Tracks:
    """The tracks of folders of pictures; a frame is a picture, counted from 0 in the order of their names.

    Raises
    ------
    InputError
        A picture is broken or of several channels (E-173).

    Examples
    --------
    >>> read_palettes(Source("gt", "davis", "DAVIS masks"), {}, "truth")
    <Tracks gt: 0 objects, 0 sequences>
    """
    sequences = tuple(_sequence(name, folder, is_truth=role == "truth") for name, folder in folders.items())
    return Tracks(source=source, sequences=sequences, classes={1: "general"}, named_classes=False)


def _sequence(name: str, folder: Path, *, is_truth: bool) -> TrackedSequence:
    files = sorted(folder.glob("*.png"))
    frame: list[int] = []
    track: list[int] = []
    parts, void_frames, voids = [], [], []
    for place, (numbers, held) in enumerate(masks_by_number(files, _KINDS, _ids)):
        if is_truth and _VOID in numbers:
            void_frames.append(place)
            voids.append(held[numbers.index(_VOID)])
        rows = [row for row, number in enumerate(numbers) if number and not (is_truth and number == _VOID)]
        if rows:
            frame += [place] * len(rows)
            track += [numbers[row] for row in rows]
            parts.append(held[rows[0] : rows[-1] + 1] if rows[-1] - rows[0] < len(rows) else held[rows])
    masks = concatenate_masks(parts)
    return TrackedSequence(
        name=name,
        length=len(files),
        frame=np.array(frame, dtype=np.int32),
        track=np.array(track, dtype=np.int64),
        boxes=mask_to_box(masks).reshape(-1, 4),
        label=np.ones(len(frame), dtype=np.int64),
        score=np.ones(len(frame)),
        attributes={"picture": np.array([files[place].name for place in frame], dtype=object)},
        place=str(folder),
        first=0,
        masks=masks,
        regions=IgnoredRegions(
            frame=np.array(void_frames, dtype=np.int32),
            masks=concatenate_masks(voids),
        ),
    )


def _ids(file: Path) -> AnyArray:
    ids = png_pixels(file)
    if ids.ndim != 2 or ids.dtype.kind not in "iub":
        problem = "this PNG has several channels; a pixel is the number of one object"
        raise InputError("E-173", str(file), problem, "save numbers of objects as a palette picture")
    return ids.astype(np.uint8) if ids.dtype == bool else ids
