"""Ids for images that rows name by file: the name without suffix, where that tells them apart."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ids_of_names"]

_SUFFIXES = ("jpg", "jpeg", "png", "bmp", "gif", "tif", "tiff", "webp", "ppm", "pgm", "heic", "jp2")


def ids_of_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names without the suffix of a picture; as they are when two would then be the same.

    Examples
    --------
    >>> ids_of_names(["val/000.7.jpg", "b.png", "c"])
    ('val/000.7', 'b', 'c')
    >>> ids_of_names(["a.jpg", "a.png"])
    ('a.jpg', 'a.png')
    """
    if "." not in "".join(names):
        return tuple(names)
    short = []
    for name in names:
        stem, _, suffix = name.rpartition(".")
        short.append(stem if stem and suffix.lower() in _SUFFIXES else name)
    return tuple(short) if len(set(short)) == len(short) else tuple(names)
