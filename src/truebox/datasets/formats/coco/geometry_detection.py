"""What a results file can be evaluated by, from the keys of its first row; importing this needs no NumPy."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._named import NamedTuple
from truebox._native import datasets as _kernels
from truebox._writing.streams import is_stream
from truebox.datasets.texts.files import open_file
from truebox.datasets.texts.packed import MAGIC_SIZE, is_packed, start_of
from truebox.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.typing import Geometry

__all__ = ["DetectedGeometry", "detect_geometry", "rotated_in"]

_KEYS: tuple[tuple[str, Geometry], ...] = (
    ("bbox", "boxes"),
    ("segmentation", "masks"),
    ("keypoints", "keypoints"),
)
_HEAD = 1 << 18
_SEEN = 1 << 16
_NUMBER = rb"[-+0-9.eE\s]+"
_RBOX = rb'"rbox"\s*:\s*\['
_BOX = rb'"bbox"\s*:\s*\[(' + _NUMBER + rb"(?:," + _NUMBER + rb")*)\]"


class DetectedGeometry(NamedTuple):
    """The geometry to evaluate, and the others that the files would allow.

    Parameters
    ----------
    chosen : str
        The only one possible; boxes where there are several, or none is recognised.
    possible : tuple of str
    """

    chosen: Geometry
    possible: tuple[Geometry, ...]


def detect_geometry(predictions: Sequence[str | os.PathLike[str]]) -> DetectedGeometry:
    """Look at the first row of each results file.

    Parameters
    ----------
    predictions : sequence of paths
        COCO results, compressed too. Whatever cannot be read says nothing here: reading it says why.

    Returns
    -------
    DetectedGeometry
        Of what all files hold.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "found.json"
    ...     _ = path.write_text('[{"image_id": 1, "category_id": 1, "score": 1, "keypoints": [1, 2, 1]}]')
    ...     detect_geometry([path]).chosen
    'keypoints'
    """
    shared = [geometry for _, geometry in _KEYS]
    known = False
    for path in predictions:
        keys = _first_keys(Path(path))
        if keys is None:
            continue
        known = True
        held = [geometry for key, geometry in _KEYS if key in keys]
        shared = [geometry for geometry in shared if geometry in held]
    possible = tuple(shared) if known else ()
    return DetectedGeometry(possible[0] if possible else "boxes", possible)


def _first_keys(path: Path) -> list[str] | None:
    try:
        keys = _kernels.first_keys(path)
        if keys is None:
            with open_file(path) as stream:
                packed = is_packed(stream.read(MAGIC_SIZE))
                stream.seek(0)
                if not packed and not is_stream(path):
                    return None
                head = start_of(stream, _HEAD, 1 << 20)
            keys = _kernels.first_keys_of_text(head)
    except (OSError, InputError, MissingExtraError):
        return None
    return keys


def rotated_in(path: Path) -> str:
    """What the first box of a text's head says of rotated ones, or of its tail, where annotations stand.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "found.json"
    ...     _ = path.write_text('[{"image_id": 1, "score": 1, "bbox": [9, 9, 4, 2, 30]}]')
    ...     rotated_in(path)
    'its "bbox" has 5 numbers'
    """
    with open_file(path) as stream:
        if is_packed(stream.read(MAGIC_SIZE)):
            stream.seek(0)
            head, tail = start_of(stream, _SEEN), b""
        else:
            stream.seek(0)
            head = stream.read(_SEEN)
            stream.seek(max(path.stat().st_size - _SEEN, 0))
            tail = stream.read(_SEEN)
    for text in (head, tail):
        if b'"rbox"' in text and re.search(_RBOX, text):
            return 'its rows have "rbox"'
        box = re.search(_BOX, text)
        if box is not None:
            count = box.group(1).count(b",") + 1
            return f'its "bbox" has {count} numbers' if count in (5, 8) else ""
    return ""
