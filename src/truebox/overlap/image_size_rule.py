"""When an image size goes with the boxes, and when it must not be given."""

from __future__ import annotations

from collections.abc import Sequence

from truebox.boxes.box_format import BoxFormat
from truebox.boxes.image_size import as_image_size
from truebox.errors import ArgumentError

__all__ = ["check_image_size"]


def check_image_size(image_size: Sequence[float] | None, layout: BoxFormat) -> None:
    """Refuse an image size beside absolute coordinates, and one that is no size.

    Raises
    ------
    ArgumentError
        Saying so.
    """
    if image_size is None:
        return
    if not layout.is_relative:
        raise ArgumentError(
            f"image_size goes with the rel_ formats; box_format {layout.value!r} is in pixels already. "
            "Leave it out"
        )
    as_image_size(image_size)
