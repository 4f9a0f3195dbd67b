"""Which folders hold pictures whose pixels are numbers of objects, as of DAVIS: names and headers alone."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.tracking.frame_folders import first_head, frame_folders

__all__ = ["has_palette", "palette_folders"]

_NAMES = (
    *("", "data", "Annotations", "Annotations/480p", "Annotations/Full-Resolution"),
    *("Annotations_unsupervised/480p", "Annotations_unsupervised/Full-Resolution", "480p"),
)
_GREY, _PALETTE = 0, 3


def palette_folders(path: Path) -> dict[str, Path]:
    """Folders of such pictures by sequence: the path itself, its folders, or those that DAVIS has in it.

    Examples
    --------
    >>> palette_folders(Path("nowhere"))
    {}
    """
    return frame_folders(path, _NAMES, lambda folder: _kind(folder) is not None)


def has_palette(folder: Path) -> bool:
    """Whether pixels of the first picture are places in a palette, which pictures of a camera never are."""
    return _kind(folder) == _PALETTE


def _kind(folder: Path) -> int | None:
    """The kind of colour of the first picture that is named by its frame, where it has 8 bits or fewer."""
    head = first_head(folder)
    return head.colour if head is not None and head.bits <= 8 and head.colour in (_GREY, _PALETTE) else None
