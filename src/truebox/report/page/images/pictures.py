"""Small pictures inside the page, as long as they fit its budget."""

from __future__ import annotations

import base64
import io
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from truebox._pillow import pillow
from truebox._writing.inside_folder import inside_folder
from truebox.errors import InputError

__all__ = ["Pictures", "as_webp", "picture_path", "small_picture", "small_pictures"]

_LONGEST_SIDE = 640
_PURPOSE = "Pictures in the report"


@dataclass(frozen=True, slots=True)
class Pictures:
    """Data addresses by the place of their image, and what is worth saying about the rest.

    Parameters
    ----------
    addresses : dict of int to str
    note : str
    """

    addresses: dict[int, str]
    note: str


def small_pictures(images: Sequence[dict[str, Any]], folder: Path | None, budget: int) -> Pictures:
    """Pictures of at most 640 pixels as WebP, in the order of `images`, until `budget` bytes are used.

    File names of the truth are looked for inside `folder` and nowhere else: by their whole name, else by
    their last part. What is missing or broken stays a canvas.

    Examples
    --------
    >>> small_pictures([{"file": "a.jpg"}], None, 1000).note
    "No folder of pictures was named: boxes stand on a canvas of the image's size"
    """
    if folder is None:
        return Pictures({}, "No folder of pictures was named: boxes stand on a canvas of the image's size")
    pillow(_PURPOSE)
    addresses: dict[int, str] = {}
    used = missing = 0
    for place, image in enumerate(images):
        path = picture_path(folder, str(image["file"]))
        small = None if path is None else small_picture(path)
        if small is None:
            missing += 1
            continue
        made = small[0]
        if used + len(made) > budget:
            left = _counted(len(images) - place, "is", "are")
            return Pictures(addresses, f"{left} left out: {budget / 1e6:g} MB are used up")
        used += len(made)
        addresses[place] = made
    if not missing:
        return Pictures(addresses, "")
    broken = "is" if missing == 1 else "are"
    return Pictures(addresses, f"{_counted(missing, 'was', 'were')} not found or {broken} broken")


def _counted(count: int, one: str, many: str) -> str:
    return f"1 picture {one}" if count == 1 else f"{count:,} pictures {many}"


def picture_path(folder: Path, name: str) -> Path | None:
    """The picture of this name inside `folder`: by its whole name, else by its last part; None without.

    Examples
    --------
    >>> picture_path(Path("."), "../secret.png") is None
    True
    """
    if not name:
        return None
    for candidate in (name, name.replace("\\", "/").rsplit("/", 1)[-1]):
        try:
            path = inside_folder(folder, candidate, "file_name")
            if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                return path
        except (InputError, OSError, ValueError):
            continue
    return None


def small_picture(path: Path) -> tuple[str, tuple[int, int]] | None:
    """A picture of at most 640 pixels as a data address, and its size as it was; None of a broken file.

    Raises
    ------
    MissingExtraError
        Pillow is not installed.

    Examples
    --------
    >>> small_picture(Path("nowhere.jpg")) is None
    True
    """
    made = as_webp(path, _LONGEST_SIDE)
    return made and ("data:image/webp;base64," + base64.b64encode(made[0]).decode("ascii"), made[1])


def as_webp(path: Path, longest: int) -> tuple[bytes, tuple[int, int]] | None:
    """A picture as WebP with no side longer than `longest`, and its size as it was; None of a broken file.

    Its pixels stand as they lie in the file, where boxes are: a note that it should be turned is left out.

    Raises
    ------
    MissingExtraError
        Pillow is not installed.

    Examples
    --------
    >>> as_webp(Path("nowhere.jpg"), 320) is None
    True
    """
    library = pillow(_PURPOSE)
    try:
        with warnings.catch_warnings():
            # Above 89 million pixels Pillow warns; from twice that on it refuses, and so is this picture.
            warnings.simplefilter("ignore", library.DecompressionBombWarning)
            picture = library.open(path)
        with picture:
            size = picture.size
            picture.draft("RGB", (longest, longest))
            small = picture.convert("RGB")
            small.thumbnail((longest, longest))
            stream = io.BytesIO()
            small.save(stream, "WEBP", quality=70, method=2)
    except (OSError, ValueError, SyntaxError, library.DecompressionBombError):
        return None
    return stream.getvalue(), size
