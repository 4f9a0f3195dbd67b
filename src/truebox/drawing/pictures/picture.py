"""Whatever a person holds as a picture: a new one in red, green and blue, or a blank canvas."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from truebox.drawing.painting.canvas import Canvas
from truebox.drawing.pictures.tensor_pictures import array_of_tensor
from truebox.drawing.pillow import Image, UnidentifiedImageError
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.drawing.colours import Colour
    from truebox.typing import FloatArray

__all__ = ["ColourOrder", "PictureLike", "as_canvas", "as_picture"]

PictureLike: TypeAlias = "Image.Image | str | os.PathLike[str] | np.ndarray | tuple[int, int] | Any | None"

ColourOrder: TypeAlias = Literal["rgb", "bgr"]

_FIX = (
    "give a picture file, a Pillow image, an array [height, width, 3] of uint8, a tensor, or (width, height)"
)
# A canvas around what is drawn is at least this large, and larger than it by this share.
_LEAST, _MARGIN = 64, 0.1
_LARGEST, _MOST_PIXELS = 30_000, 200_000_000

# Pixels only: other kinds that Pillow opens start programs (EPS) or are no pictures of a data set.
_KINDS = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "PPM", "JPEG2000")


def as_canvas(
    image: PictureLike, ground: Colour, extent: FloatArray | None = None, *, order: ColourOrder = "rgb"
) -> Canvas:
    """The same as `as_picture`, as pixels to draw on.

    Examples
    --------
    >>> as_canvas(np.zeros((30, 40, 3), np.uint8), (255, 255, 255)).size
    (40, 30)
    """
    _check_order(order)
    if image is None:
        return Canvas.blank(_size_around(extent), ground)
    if isinstance(image, (tuple, list)) and len(image) == 2:
        return Canvas.blank(_size(image), ground)
    if isinstance(image, np.ndarray):
        array = _checked_array(image, order)
        if array.ndim == 3 and array.shape[2] == 3:
            return Canvas.of_array(array)
    if isinstance(image, Image.Image) and image.mode == "RGB" and "transparency" not in image.info:
        return Canvas.of(image)
    return Canvas.of(as_picture(image, ground, extent, order=order))


def as_picture(
    image: PictureLike, canvas: Colour, extent: FloatArray | None = None, *, order: ColourOrder = "rgb"
) -> Image.Image:
    """A picture to draw on, in mode RGB; never the caller's own.

    Parameters
    ----------
    image : Pillow image, path, array, tensor, (width, height) or None
        An array is [height, width], [height, width, 3 or 4] of uint8, colours in `order`. A tensor may have
        its colours first, and floating point numbers from 0 to 1, as torchvision makes them. Two numbers
        are the size of a blank canvas; None is one large enough for `extent`.
        Files are taken as their pixels are stored, which is how annotations count them: a turn noted
        beside the pixels (EXIF) is not applied.
    canvas : (red, green, blue)
        Of a blank canvas, and below transparent pixels.
    extent : array [..., 2], optional
        Points that a canvas for None must hold.
    order : {"rgb", "bgr"}
        Of the colours of an array: ``"bgr"`` for what ``cv2.imread`` gives. Other pictures know their own.

    Raises
    ------
    InputError
        ``E-560``: the file is no picture, or the array none of these.
    ArgumentError
        A canvas without a size, an unknown `order`, or for something that is no picture at all.

    Examples
    --------
    >>> as_picture((40, 30), (255, 255, 255)).size
    (40, 30)
    """
    _check_order(order)
    if image is None:
        return Image.new("RGB", _size_around(extent), canvas)
    if isinstance(image, Image.Image):
        return _in_colours(image, canvas)
    if isinstance(image, (str, os.PathLike)):
        return _opened(image, canvas)
    if isinstance(image, (tuple, list)) and len(image) == 2:
        return Image.new("RGB", _size(image), canvas)
    if isinstance(image, np.ndarray):
        return _in_colours(_of_array(image, order), canvas)
    array = array_of_tensor(image)
    if array is not None:
        return _in_colours(_of_array(array, order), canvas)
    raise ArgumentError(f"image is a {type(image).__name__}; {_FIX}")


def _check_order(order: object) -> None:
    if order not in ("rgb", "bgr"):
        raise ArgumentError(f"order is {order!r}; expected 'rgb' or, for arrays of OpenCV, 'bgr'")


def _opened(path: str | os.PathLike[str], canvas: Colour) -> Image.Image:
    try:
        with Image.open(path, formats=_KINDS) as picture:
            return _in_colours(picture, canvas)
    except FileNotFoundError:
        raise InputError(
            "E-560", str(path), "there is no such file", "check the path of the picture"
        ) from None
    except UnidentifiedImageError:
        problem = "not a picture of a known kind"
    except Image.DecompressionBombError as error:
        fix = "open it with Pillow, with PIL.Image.MAX_IMAGE_PIXELS raised, and pass the picture"
        raise InputError("E-560", str(path), f"too large to be opened unasked ({error})", fix) from None
    # Pillow's readers raise many kinds of errors on broken files.
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        problem = f"the picture cannot be read ({error})"
    raise InputError("E-560", str(path), problem, "give a JPEG, PNG, WebP, TIFF or BMP that opens elsewhere")


def _in_colours(picture: Image.Image, canvas: Colour) -> Image.Image:
    if picture.mode in {"RGBA", "LA", "PA", "RGBa", "La"} or "transparency" in picture.info:
        seen = picture.convert("RGBA")
        below = Image.new("RGBA", picture.size, (*canvas, 255))
        return Image.alpha_composite(below, seen).convert("RGB")
    if picture.mode.startswith(("I", "F")):
        return Image.fromarray(_as_bytes(np.asarray(picture))).convert("RGB")
    # convert() gives a picture of its own, but for one that is RGB already.
    return picture.copy() if picture.mode == "RGB" else picture.convert("RGB")


def _as_bytes(values: Any) -> Any:
    """Grey values beyond a byte: 16 bits by their upper half, others from the least to the greatest."""
    if values.dtype == np.uint16:
        return (values >> 8).astype(np.uint8)
    numbers = np.nan_to_num(values.astype(np.float64), posinf=0.0, neginf=0.0)
    low, high = float(numbers.min()), float(numbers.max())
    return ((numbers - low) * (255 / (high - low) if high > low else 0)).astype(np.uint8)


def _of_array(array: Any, order: ColourOrder) -> Image.Image:
    return Image.fromarray(np.ascontiguousarray(_checked_array(array, order)))


def _checked_array(array: Any, order: ColourOrder) -> Any:
    """The array with its colours in order; perhaps the caller's own, perhaps a view of it."""
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[:, :, 0]
    fits = array.ndim == 2 or (array.ndim == 3 and array.shape[2] in (3, 4))
    if not fits or array.dtype != np.uint8 or 0 in array.shape:
        problem = f"an array {list(array.shape)} of {array.dtype} is no picture"
        raise InputError("E-560", "image", problem, _fix_of_array(array))
    if order == "bgr" and array.ndim == 3:
        return array[:, :, ::-1] if array.shape[2] == 3 else array[:, :, [2, 1, 0, 3]]
    return array


def _fix_of_array(array: Any) -> str:
    if array.ndim == 3 and array.shape[0] in (1, 3, 4) and array.shape[2] not in (1, 3, 4):
        return "move the colours to the last axis: image.transpose(1, 2, 0)"
    if array.dtype.kind == "f":
        return "scale it to bytes: (255 * image).astype(numpy.uint8), if it lies in [0, 1]"
    return _FIX


def _size(values: Any) -> tuple[int, int]:
    width, height = values
    for side in (width, height):
        if not isinstance(side, (int, np.integer)) or not 1 <= side <= _LARGEST:
            raise ArgumentError(
                f"image=({width!r}, {height!r}) is no size of a canvas; "
                f"expected (width, height), whole numbers from 1 to {_LARGEST}"
            )
    if width * height > _MOST_PIXELS:
        raise ArgumentError(
            f"image=({width}, {height}) is a canvas of {width * height:,} pixels; "
            f"at most {_MOST_PIXELS:,} are drawn"
        )
    return int(width), int(height)


def _size_around(extent: FloatArray | None) -> tuple[int, int]:
    if extent is None or extent.size == 0:
        raise ArgumentError("image=None needs something to draw; else give the canvas's (width, height)")
    far = np.maximum(extent.reshape(-1, 2).max(axis=0), 0.0) * (1 + _MARGIN)
    if float(far.max()) > _LARGEST:
        raise ArgumentError(
            f"the drawing reaches to ({far[0]:g}, {far[1]:g}), too far for a canvas; "
            "give image=(width, height)"
        )
    width, height = (max(_LEAST, math.ceil(side - 1e-6)) for side in far)
    return width, height
