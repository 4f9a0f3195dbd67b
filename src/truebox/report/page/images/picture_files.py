"""Pictures as files that a browser shows: which it shows as they are, and which have to be made anew."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path

from truebox._pillow import pillow
from truebox.report.page.images.pictures import as_webp

__all__ = ["SMALL", "PictureFile", "picture_file"]

SMALL = 640
"""The longest side of small pictures, in pixels; what is no larger needs none."""

_LARGEST = 4096
_TURNED = 0x0112  # the place in Exif that says how a picture lies
_SHOWN = {
    "JPEG": (".jpg", "image/jpeg"),
    "MPO": (".jpg", "image/jpeg"),
    "PNG": (".png", "image/png"),
    "GIF": (".gif", "image/gif"),
    "WEBP": (".webp", "image/webp"),
    "BMP": (".bmp", "image/bmp"),
    "AVIF": (".avif", "image/avif"),
}
_MADE = (".webp", "image/webp")


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture that was looked at, not read.

    Parameters
    ----------
    path : path
        Without links.
    as_it_is : bool
        Browsers show it, and show its pixels where boxes are.
    ending, media_type : str
        Of what a browser gets.
    large : bool
        It has a side longer than `SMALL`.
    """

    path: Path
    as_it_is: bool
    ending: str
    media_type: str
    large: bool

    def content(self) -> bytes | None:
        """The picture made anew as WebP, for what is not shown as it is; None where it is broken."""
        made = as_webp(self.path, _LARGEST)
        return made and made[0]

    def small(self) -> bytes | None:
        """The picture with no side longer than `SMALL` as WebP; None where it is broken."""
        made = as_webp(self.path, SMALL)
        return made and made[0]


def picture_file(path: Path) -> PictureFile | None:
    """Look at the head of a picture; None of what is none.

    A photograph that says it should be turned would be turned by a browser, and not its boxes: it is made
    anew as it lies, like formats that browsers do not know.

    Raises
    ------
    MissingExtraError
        Pillow is not installed.

    Examples
    --------
    >>> picture_file(Path("nowhere.jpg")) is None
    True
    """
    library = pillow("Pictures in the report")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", library.DecompressionBombWarning)
            with library.open(path) as picture:
                turned = picture.getexif().get(_TURNED, 1) not in (0, 1)
                shown = picture.format in _SHOWN and not turned
                ending, media = _SHOWN[picture.format] if shown else _MADE
                return PictureFile(path.resolve(), shown, ending, media, max(picture.size) > SMALL)
    except (OSError, ValueError, SyntaxError, library.DecompressionBombError):
        return None
