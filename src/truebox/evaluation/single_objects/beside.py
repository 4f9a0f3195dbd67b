"""What the rules of GOT-10k ask for beside boxes: how much of the object is visible, and sizes of images."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.typing import BoolArray, FloatArray

__all__ = ["covers_of", "image_size", "limits_of", "refuse_other_names", "said_beside", "visible_frames"]


def said_beside(argument: str, given: Any, truth: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of each sequence beside its boxes; what is no mapping is said of all."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        refuse_other_names(argument, given, truth)
        return dict(given)
    if argument == "cover" and len(truth) > 1:
        raise ArgumentError("cover: there are several sequences. Fix: pass a mapping of name to its values.")
    return dict.fromkeys(truth, given)


def refuse_other_names(argument: str, given: Mapping[str, Any], truth: Mapping[str, Any]) -> None:
    """Refuse a side whose sequences are not those of the truth."""
    missing = [name for name in truth if name not in given]
    if missing:
        raise ArgumentError(
            f"{argument}: sequence {missing[0]!r} is missing ({len(missing)} of {len(truth)}). "
            "Fix: pass every sequence of the truth under its name."
        )
    unknown = [name for name in given if name not in truth]
    if unknown:
        raise ArgumentError(
            f"{argument}: sequence {unknown[0]!r} is not in the truth. Fix: leave it out, or pass its truth."
        )


def visible_frames(name: str, given: Any, length: int) -> BoolArray:
    """The frames in which something of the object is visible."""
    if given is None:
        return np.ones(length, dtype=bool)
    refuse_masked(given, f"cover[{name!r}]")
    try:
        cover = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        cover = np.empty(0)
    if cover.shape != (length,) or not np.isfinite(cover).all():
        raise ArgumentError(
            f"cover[{name!r}]: expected {length} numbers, got shape {cover.shape}. "
            "Fix: pass one for every frame, 0 where the object is not visible."
        )
    return np.asarray(cover > 0)


def image_size(name: str, given: Any) -> tuple[float, float]:
    """Width and height of the images."""
    try:
        size = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        size = np.empty(0)
    if size.shape != (2,) or not (np.isfinite(size) & (size > 0)).all():
        raise ArgumentError(
            f"resolution[{name!r}]: {given!r} is no size of an image. Fix: pass (width, height) in pixels."
        )
    return float(size[0]), float(size[1])


def limits_of(sequences: Mapping[str, Any], sizes: Mapping[str, Any]) -> FloatArray | None:
    """Sizes of the images [S, 2]; None where one is to be refused, in its turn.

    Examples
    --------
    >>> limits_of({"a": [], "b": []}, {"a": (640, 480), "b": (320, 240)}).tolist()
    [[640.0, 480.0], [320.0, 240.0]]
    >>> limits_of({"a": []}, {"a": (640, 0)}) is None
    True
    """
    try:
        limits = np.array([sizes[name] for name in sequences], dtype=np.float64)
    except (TypeError, ValueError, KeyError):
        return None
    fine = limits.shape == (len(sequences), 2) and bool((np.isfinite(limits) & (limits > 0)).all())
    return limits if fine else None


def covers_of(sequences: Mapping[str, Any], covers: Mapping[str, Any]) -> list[Any]:
    """What is visible, as numbers; what is to be looked at by itself stays as it is.

    Examples
    --------
    >>> covers_of({"a": [], "b": []}, {"a": np.array([8, 0])})
    [array([8., 0.]), None]
    """
    return [_numbers(covers.get(name)) for name in sequences]


def _numbers(cover: Any) -> Any:
    if not isinstance(cover, np.ndarray) or cover.dtype.kind not in "biuf" or cover.ndim != 1:
        return cover
    return cover.astype(np.float64, order="C", copy=False)
