"""Whether images are the frames of few videos, as far as their file names tell."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from truebox._writing.visible_text import cut_middle
from truebox.evaluation.registry import protocol_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation import Result

__all__ = ["frames_hint", "names_of_images", "sequence_names", "tracked_sequences"]

_NUMBERED = re.compile(r"(.*?)[ _.-]*(?:f|fr|frame|img|image)?[ _.-]*([0-9]+)", re.IGNORECASE)
_FEWEST_FRAMES = 5
"""So many images a video, on average, or no hint is given."""

_GAPS = 3
"""Numbers of frames may leave out so many times what is there."""


def sequence_names(file_names: Sequence[str]) -> list[str] | None:
    """The video of each image, by its file name; None where the names do not look like frames of several.

    They do where folders or what stands before the last number makes few groups, whose numbers follow each
    other closely.

    Examples
    --------
    >>> sequence_names([f"night{v}_{f:04d}.jpg" for v in range(2) for f in range(6)])[5:7]
    ['night0', 'night1']
    >>> sequence_names([f"{number:012d}.jpg" for number in range(100)]) is None
    True
    """
    numbers: dict[str, list[int]] = {}
    found = []
    for name in file_names:
        folder, base = os.path.split(name.replace("\\", "/"))
        match = _NUMBERED.fullmatch(os.path.splitext(base)[0])
        if match is None:
            return None
        group = "/".join(part for part in (folder.removesuffix("/img1"), match[1]) if part)
        numbers.setdefault(group, []).append(int(match[2]))
        found.append(group)
    if len(numbers) < 2 or len(found) < _FEWEST_FRAMES * len(numbers):
        return None
    close = sum(len(each) for each in numbers.values() if max(each) - min(each) < _GAPS * len(each))
    return found if close >= 0.9 * len(found) else None


def tracked_sequences(result: Result) -> list[str] | None:
    """The sequence of each image of the match state, where the truth has tracks; else None.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> tracked_sequences(evaluate(*make_dataset(9, 2, 9, 3.0, 1), mode="corrected")) is None
    True
    """
    return _names_of(result) if "track" in result.truth.attributes else None


def frames_hint(result: Result) -> str | None:
    """What to say of images whose file names look like frames; None where they do not.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> frames_hint(evaluate(*make_dataset(9, 2, 9, 3.0, 1), mode="corrected")) is None
    True
    """
    if "track" in result.truth.attributes or protocol_of(result.parameters).unit != "images":
        return None
    names = _names_of(result)
    if names is None:
        return None
    distinct = list(dict.fromkeys(names))
    first = cut_middle(distinct[0], 60)
    folders = len({os.path.dirname(name.replace("\\", "/")) for name in names_of_images(result)}) == len(
        distinct
    )
    pattern = "folder" if folders else "(.*)[^0-9][0-9]+"
    return (
        f"W-520 file names look like frames of {len(distinct)} videos, such as {first!r}: images of one "
        f"video are alike, and intervals and p-values that take them for independent promise too much. "
        f"Fix: give groups, here {pattern!r} (--groups {pattern!r}), or a column of the truth."
    )


def _names_of(result: Result) -> list[str] | None:
    return sequence_names(names_of_images(result))


def names_of_images(result: Result) -> list[str]:
    """The file name of each image of the match state; its id where there is none.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> names_of_images(evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    ['0']
    """
    images = result.truth.images
    row_of = {value: row for row, value in enumerate(images.ids.tolist())}
    ids = result.state.images.tolist()
    return [images.file_names[row_of[value]] or str(value) for value in ids]
