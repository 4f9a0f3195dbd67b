"""Pillow, for pictures that are read as data."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from truebox._png import stored_pixels
from truebox.errors import InputError, MissingExtraError

__all__ = ["decoded", "pillow"]

_Decoded = TypeVar("_Decoded")


def pillow(purpose: str) -> Any:
    """The module ``PIL.Image``, or `MissingExtraError` with what it was wanted for.

    Examples
    --------
    >>> pillow("The size of a.tiff").__name__
    'PIL.Image'
    """
    try:
        from PIL import Image  # noqa: PLC0415  of the extra "images"
    except ImportError:
        raise MissingExtraError("Pillow", "images", purpose) from None
    return Image


def decoded(
    content: bytes | Path,
    decode: Callable[[Any], _Decoded],
    *,
    name: str,
    purpose: str,
    formats: Sequence[str] | None = ("PNG",),
    plain: Collection[str] = (),
) -> _Decoded:
    """What `decode` makes of the opened picture.

    Parameters
    ----------
    content : bytes or Path
        The file, or what it holds.
    decode : callable
        Called with the picture while it is open.
    name, purpose : str
        What messages call the file, and what Pillow was wanted for.
    formats : sequence of str or None
        Those of Pillow that are taken; None takes all.
    plain : collection of str
        Kinds of plain PNGs whose stored pixels (`truebox._png`) are what `decode` makes of them: they are
        read in a third of the time, and without Pillow.

    Raises
    ------
    InputError
        The picture is broken, or larger than Pillow decodes unasked (E-173).
    MissingExtraError
        Pillow is not there.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO()
    >>> pillow("An example").new("L", (3, 2)).save(file, "PNG")
    >>> decoded(file.getvalue(), lambda picture: picture.size, name="a.png", purpose="An example")
    (3, 2)
    """
    try:
        data = content.read_bytes() if isinstance(content, Path) else content
    except OSError as error:
        raise _broken(name, error) from None
    stored = stored_pixels(data, plain) if plain else None
    if stored is not None:
        return cast("_Decoded", stored)
    library = pillow(purpose)
    try:
        with library.open(io.BytesIO(data), formats=formats) as picture:
            return decode(picture)
    except library.DecompressionBombError as error:
        fix = "raise PIL.Image.MAX_IMAGE_PIXELS if you trust it"
        raise InputError("E-173", name, f"too large to be decoded unasked ({error})", fix) from None
    except MemoryError:  # a length in the file, which Pillow reads at once
        problem = "the PNG is broken (it says more bytes than there are)"
        raise InputError("E-173", name, problem, "write or copy the file again") from None
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error) as error:
        raise _broken(name, error) from None


def _broken(name: str, error: Exception) -> InputError:
    reason = str(error).split("\n", maxsplit=1)[0].split(" <_io.", maxsplit=1)[0][:120]
    return InputError("E-173", name, f"the PNG is broken ({reason})", "write or copy the file again")
