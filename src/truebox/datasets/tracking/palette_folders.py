"""Which folders hold pictures whose pixels are numbers of objects, as of DAVIS: names and headers alone."""

from __future__ import annotations

from pathlib import Path

__all__ = ["has_palette", "palette_folders"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
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
    if not path.is_dir():
        return {}
    if _kind(path) is not None:
        return {path.absolute().name: path}
    for name in _NAMES:
        home = path / name
        if not home.is_dir():
            continue
        found = {each.name: each for each in sorted(home.iterdir()) if _kind(each) is not None}
        if found:
            return found
    return {}


def has_palette(folder: Path) -> bool:
    """Whether pixels of the first picture are places in a palette, which pictures of a camera never are."""
    return _kind(folder) == _PALETTE


def _kind(folder: Path) -> int | None:
    """The kind of colour of the first picture that is named by its frame, where it has 8 bits or fewer."""
    if not folder.is_dir():
        return None
    first = min((each for each in folder.glob("*.png") if each.stem.isdigit()), default=None)
    if first is None:
        return None
    with first.open("rb") as stream:
        head = stream.read(26)
    if not head.startswith(_SIGNATURE) or head[12:16] != b"IHDR" or len(head) < 26:
        return None
    bits, kind = head[24], head[25]
    return kind if bits <= 8 and kind in (_GREY, _PALETTE) else None
