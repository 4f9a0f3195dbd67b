"""What the four numbers of a box mean."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError

__all__ = ["BoxFormat", "BoxFormatLike", "as_box_format"]


class BoxFormat(StrEnum):
    """What the four numbers of a box mean; members compare equal to their names.

    Absolute formats count in pixels with the origin at the top left. The ``rel_`` formats are fractions of
    the image: x and widths of its width, y and heights of its height.

    Examples
    --------
    >>> BoxFormat("xywh") == "xywh"
    True
    >>> BoxFormat.REL_CXCYWH.is_relative, str(BoxFormat.REL_CXCYWH.absolute)
    (True, 'cxcywh')
    """

    XYXY = "xyxy"
    """``x_min, y_min, x_max, y_max``: two corners (Pascal VOC, torchvision, detectron2)."""

    XYWH = "xywh"
    """``x_min, y_min, width, height``: a corner and the size (COCO files)."""

    CXCYWH = "cxcywh"
    """``x_center, y_center, width, height``: the center and the size (DETR, YOLO before normalisation)."""

    YXYX = "yxyx"
    """``y_min, x_min, y_max, x_max``: two corners, y first (TensorFlow's image operations)."""

    REL_XYXY = "rel_xyxy"
    """`XYXY` as fractions of the image (Open Images, in its own column order)."""

    REL_XYWH = "rel_xywh"
    """`XYWH` as fractions of the image."""

    REL_CXCYWH = "rel_cxcywh"
    """`CXCYWH` as fractions of the image (YOLO label files)."""

    REL_YXYX = "rel_yxyx"
    """`YXYX` as fractions of the image (TensorFlow Object Detection API)."""

    @property
    def is_relative(self) -> bool:
        """Whether coordinates are fractions of the image."""
        return self.value.startswith("rel_")

    @property
    def absolute(self) -> BoxFormat:
        """The same format in pixels."""
        return BoxFormat(self.value.removeprefix("rel_"))

    @property
    def has_size(self) -> bool:
        """Whether the last two numbers are a width and a height."""
        return self.value.endswith("wh")

    @property
    def names(self) -> tuple[str, str, str, str]:
        """The four numbers by name, in order."""
        return _NAMES[self.value.removeprefix("rel_")]


_NAMES = {
    "xyxy": ("x_min", "y_min", "x_max", "y_max"),
    "xywh": ("x_min", "y_min", "width", "height"),
    "cxcywh": ("x_center", "y_center", "width", "height"),
    "yxyx": ("y_min", "x_min", "y_max", "x_max"),
}


_Absolute: TypeAlias = Literal["xyxy", "xywh", "cxcywh", "yxyx", "XYXY", "XYWH", "CXCYWH", "YXYX"]
_Relative: TypeAlias = Literal["rel_xyxy", "rel_xywh", "rel_cxcywh", "rel_yxyx"]
_Family: TypeAlias = Literal["coco", "yolo", "voc", "pascal_voc"]
BoxFormatLike: TypeAlias = BoxFormat | _Absolute | _Relative | _Family
"""What ``box_format=`` takes: a member, or its name; editors complete it, and type checkers find typos."""

# What people call a format by its files.
_FAMILIES = {"coco": "xywh", "yolo": "rel_cxcywh", "voc": "xyxy", "pascal_voc": "xyxy"}


def as_box_format(value: str, argument: str = "box_format") -> BoxFormat:
    """`value` as a `BoxFormat`; the one place where strings become members.

    Upper and lower case are alike, and three families of files may be named instead: ``"coco"`` is xywh,
    ``"yolo"`` rel_cxcywh, ``"voc"`` (or ``"pascal_voc"``) xyxy.

    Raises
    ------
    ArgumentError
        If no format has this name; the message lists them.

    Examples
    --------
    >>> as_box_format("XYWH").value, as_box_format("yolo").value
    ('xywh', 'rel_cxcywh')
    """
    if type(value) is BoxFormat:
        return value
    name = value.lower() if isinstance(value, str) else value
    try:
        return BoxFormat(_FAMILIES.get(name, name))
    except (ValueError, TypeError):  # TypeError: a list is no name
        known = ", ".join(member.value for member in BoxFormat)
        hint = did_you_mean(value, [*(member.value for member in BoxFormat), *_FAMILIES])
        raise ArgumentError(
            f"{argument} is {value!r}; expected one of {known}, or coco, yolo, voc.{hint}"
        ) from None
