"""Names of drawn pictures, safe on every system; files that are nobody else's."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.whole_file import whole_file
from truebox.drawing.pictures.picture_files import SUFFIXES
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["check_target", "safe_name", "save_clip", "save_drawn"]

_KINDS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
_SOFTWARE = 0x0131  # the field of EXIF that says which program made a picture
_MADE_BY = "truebox draw"
_UNSAFE = re.compile(r"[^\w.-]+")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
_LONGEST = 100
_A_SECOND = 10
"""Frames of a clip."""


def safe_name(name: str, taken: set[str]) -> str:
    """A file name out of any text: one part, without what a system or a shell reads specially; not taken.

    The name is added to `taken`, which is compared without regard to case, as some systems do.

    Examples
    --------
    >>> taken = set()
    >>> safe_name("val/0001.jpg", taken), safe_name("val_0001.jpg", taken), safe_name("../nul.png", taken)
    ('val_0001.jpg', 'val_0001-2.jpg', '_nul.png')
    """
    stem, suffix = os.path.splitext(_UNSAFE.sub("_", unicodedata.normalize("NFC", name.replace("\\", "/"))))
    if suffix.lower() not in SUFFIXES:  # no ending of a picture, but a part of the name
        stem, suffix = stem + suffix, ".png"
    suffix = suffix if suffix.lower() in _KINDS else ".png"
    stem = stem.strip(".-_") or "image"
    if _RESERVED.match(stem):
        stem = f"_{stem}"
    if len(stem.encode()) > _LONGEST:
        digest = sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        stem = stem.encode()[: _LONGEST - 13].decode("utf-8", "ignore") + "-" + digest
    chosen, number = stem + suffix, 1
    while chosen.casefold() in taken:
        number += 1
        chosen = f"{stem}-{number}{suffix}"
    taken.add(chosen.casefold())
    return chosen


def check_target(path: Path, picture: Path | None) -> None:
    """Refuse to write where a picture lies that this command did not draw.

    Raises
    ------
    ArgumentError
        The path is a folder, the picture itself, somebody else's file, or of a kind that is not written.
    """
    if path.suffix.lower() not in _KINDS:
        raise ArgumentError(f"--out {path}: expected a name that ends in {', '.join(_KINDS)}")
    if path.is_dir():
        raise ArgumentError(f"--out {path}: this is a folder; give a file in it")
    if not path.parent.is_dir():
        raise ArgumentError(f"--out {path}: there is no folder {path.parent}; make it first")
    if picture is not None and path.exists() and os.path.samefile(path, picture):
        raise ArgumentError(f"--out {path}: this is the picture itself, which is never changed")
    if path.exists() and not _is_drawn(path):
        raise ArgumentError(
            f"--out {path}: this file exists and was not drawn by truebox, so it is not overwritten; "
            "delete it or choose another name"
        )


def save_drawn(picture: Image, path: Path) -> None:
    """Write a drawn picture, whole or not at all, with the note that this program drew it.

    Raises
    ------
    OSError
        The file cannot be written.
    """
    kind = _KINDS[path.suffix.lower()]
    note = picture.getexif()
    note[_SOFTWARE] = _MADE_BY
    settings = {
        "PNG": {"compress_level": 4},
        "JPEG": {"quality": 92, "subsampling": 0},
        "WEBP": {"quality": 92},
    }
    with whole_file(path) as stream:
        picture.save(stream, kind, exif=note, **settings[kind])


def save_clip(frames: Sequence[Image], path: Path) -> None:
    """Write pictures of one size one after the other, ten a second: a GIF, or an MP4 with imageio and ffmpeg.

    Raises
    ------
    ArgumentError
        An MP4 is asked for, and there is nothing to make it with.
    """
    if path.suffix == ".gif":
        colours = [frame.quantize(64) for frame in frames]
        colours[0].save(
            path, "GIF", save_all=True, append_images=colours[1:], duration=1000 // _A_SECOND, loop=0
        )
        return
    try:
        imageio = import_module("imageio.v2")  # not at the top: no other output needs it, nor any extra
        import_module("imageio_ffmpeg")
    except ImportError:
        raise ArgumentError(
            "--clip mp4 needs imageio with ffmpeg. Install them with: pip install imageio imageio-ffmpeg; "
            "or write GIFs with --clip gif"
        ) from None
    with imageio.get_writer(path, format="FFMPEG", fps=_A_SECOND, macro_block_size=2) as writer:
        for frame in frames:
            writer.append_data(np.asarray(frame))


def _is_drawn(path: Path) -> bool:
    from truebox.drawing.pillow import Image, UnidentifiedImageError  # noqa: PLC0415  of the extra "images"

    try:
        with Image.open(path) as picture:
            return picture.getexif().get(_SOFTWARE) == _MADE_BY
    except (OSError, UnidentifiedImageError, SyntaxError, ValueError, Image.DecompressionBombError):
        return False
