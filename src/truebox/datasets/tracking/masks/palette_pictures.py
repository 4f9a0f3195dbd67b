"""Pictures whose pixels are numbers of objects: 0 is background, and in the truth 255 is not judged."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._native.many_calls import by_all_threads
from truebox._png import distinct_pixels
from truebox.datasets.tracking.png_pixels import png_pixels
from truebox.errors import InputError
from truebox.masks import concatenate_masks, encode_masks, mask_to_box
from truebox.records import IgnoredRegions, Source, TrackedSequence, Tracks

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.masks import Masks
    from truebox.typing import AnyArray

__all__ = ["read_palettes"]

_VOID = 255


class _Objects(NamedTuple):
    """Of one picture: the numbers of its objects and their masks, and what is not judged."""

    numbers: list[int]
    masks: Masks | None
    void: Masks | None


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
    for place, found in enumerate(by_all_threads(partial(_objects, is_truth=is_truth), files, None)):
        if found.void is not None:
            void_frames.append(place)
            voids.append(found.void)
        if found.masks is not None:
            frame += [place] * len(found.numbers)
            track += found.numbers
            parts.append(found.masks)
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


def _objects(file: Path, *, is_truth: bool) -> _Objects:
    ids = _ids(file)
    void = None
    if is_truth:
        unjudged = ids == _VOID
        if unjudged.any():
            void = encode_masks(unjudged[None])
            ids = np.where(unjudged, ids.dtype.type(0), ids)
    values = distinct_pixels(ids)
    values = values[values != 0]
    masks = encode_masks(ids[None] == values[:, None, None]) if len(values) else None
    return _Objects(values.tolist(), masks, void)


def _ids(file: Path) -> AnyArray:
    ids = png_pixels(file)
    if ids.ndim != 2 or ids.dtype.kind not in "iub":
        problem = "this PNG has several channels; a pixel is the number of one object"
        raise InputError("E-173", str(file), problem, "save numbers of objects as a palette picture")
    return ids.astype(np.uint8) if ids.dtype == bool else ids
