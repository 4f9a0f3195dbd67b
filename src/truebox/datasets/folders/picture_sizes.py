"""Width and height of pictures, from their headers alone: no pixel is decompressed.

PNG, JPEG, GIF, BMP and WebP are read natively; whatever else Pillow knows (TIFF, AVIF ...) by Pillow.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox._native.begun_folder import read_image_headers
from truebox._pillow import pillow
from truebox.datasets.folders.folder_listing import names_blob
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.typing import BoolArray, Int64Array

__all__ = ["PictureSizes", "picture_sizes"]

_ABSENT, _DECLINED = 0, 2
_EXIF_ORIENTATION = 274


@dataclass(frozen=True, slots=True, eq=False)
class PictureSizes:
    """What headers say.

    Parameters
    ----------
    sizes : int64 array [F, 2]
        Width and height as stored; 0 where there is no such file or `errors` has it.
    turned : bool array [F]
        Whether Exif (orientation 5 to 8) says that width and height change places when it is shown.
    errors : dict of int to InputError
        Files that are no pictures (E-412).
    """

    sizes: Int64Array
    turned: BoolArray
    errors: dict[int, InputError]

    @property
    def upright(self) -> Int64Array:
        """Width and height as a viewer that follows Exif shows them."""
        return np.where(self.turned[:, None], self.sizes[:, ::-1], self.sizes)


def picture_sizes(folder: Path, names: Sequence[str], threads: int | None = None) -> PictureSizes:
    """Sizes of the pictures `names`, which are relative to `folder`.

    Raises
    ------
    MissingExtraError
        A picture is of a kind that needs Pillow.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "a.gif").write_bytes(b"GIF89a" + bytes([64, 1, 240, 0, 0, 0]))
    ...     picture_sizes(Path(folder), ["a.gif", "b.gif"]).sizes.tolist()
    [[320, 240], [0, 0]]
    """
    states, _, flat, orientations = read_image_headers(folder, names_blob(names), threads or 0)
    sizes = flat.reshape(-1, 2)
    turned = np.asarray(orientations >= 5)
    errors: dict[int, InputError] = {}
    for row in np.flatnonzero(states == _DECLINED).tolist():
        try:
            width, height, orientation = _by_pillow(folder / names[row])
        except InputError as error:
            errors[row] = error
            continue
        sizes[row] = width, height
        turned[row] = orientation >= 5
    return PictureSizes(sizes, turned, errors)


def _by_pillow(path: Path) -> tuple[int, int, int]:
    with _regular(path).open("rb") as stream:
        head = stream.read(16)
    if not head.strip(b"\0"):
        raise _no_picture(path, "it is empty")
    library = pillow(f"The size of {path.name}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # sizes beyond Pillow's cap are fine: nothing is decompressed
            with library.open(path) as picture:
                orientation = picture.getexif().get(_EXIF_ORIENTATION, 1)
                return picture.width, picture.height, orientation if isinstance(orientation, int) else 1
    except MemoryError:  # a length in the file, which Pillow reads at once
        raise _no_picture(path, "it says more bytes than there are") from None
    except (OSError, ValueError, SyntaxError, library.DecompressionBombError) as error:
        raise _no_picture(path, str(error).split(" '")[0].rstrip(".").lower() or "unknown kind") from None


def _regular(path: Path) -> Path:
    if not path.is_file():
        raise _no_picture(path, "it is no file")
    return path


def _no_picture(path: Path, reason: str) -> InputError:
    return InputError(
        "E-412", str(path), f"its header tells no picture's size: {reason}", "replace the picture"
    )
