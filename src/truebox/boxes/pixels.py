"""Whether corners are positions or indices of pixels."""

from __future__ import annotations

from truebox.boxes.box_format import BoxFormat
from truebox.errors import ArgumentError

__all__ = ["pixel_extent"]


def pixel_extent(pixels: str, box_format: BoxFormat) -> int:
    """What a corner extent must grow by: 1 for inclusive pixel corners, else 0.

    ``"continuous"`` corners are positions on the plane: a box from 2 to 5 is 3 wide. ``"inclusive"`` corners
    are indices of pixels that both belong to the box: from 2 to 5 is 4 wide. A width counts pixels either
    way.

    Raises
    ------
    ArgumentError
        For another name, or for ``"inclusive"`` with relative coordinates, which index no pixels.
    """
    if not isinstance(pixels, str) or pixels not in ("continuous", "inclusive"):
        raise ArgumentError(f"pixels is {pixels!r}; expected 'continuous' or 'inclusive'")
    if pixels == "continuous":
        return 0
    if box_format.is_relative:
        raise ArgumentError(
            f"pixels='inclusive' does not go with box_format={box_format.value!r}: fractions of an image "
            "are not pixel indices. Convert to pixels first, or use pixels='continuous'"
        )
    return 0 if box_format.has_size else 1
