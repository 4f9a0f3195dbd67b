"""What a person said about a source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from truebox._frozen import dataclass
from truebox.datasets.row_errors import RowErrors

if TYPE_CHECKING:
    from truebox.records import Truth
    from truebox.typing import Geometry

__all__ = ["ClassIds", "ReadOptions"]

ClassIds: TypeAlias = Literal["+1", "-1", "position", "coco91"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What a person said about a source; None where nothing was said.

    Parameters
    ----------
    geometry : str
        What is evaluated, one of `truebox.typing.Geometry`.
        Segmentations and keypoints are read where they are needed.
    threads : int or None
    images : Path or None
        Folder of the pictures, for formats that need their sizes; files are looked for only inside it.
    classes : tuple of str or None
        Class names in the order of their numbers.
    box_format : str or None
        How numbers make a box, where the format leaves it open: ``xyxy xywh cxcywh yxyx``, with ``rel_``
        for fractions.
    angles : str or None
        Of rotated boxes: in which unit their angles are, and which way they turn (`ANGLE_READINGS`).
    pixel_origin : {0, 1} or None
        Whether the first pixel is 0 or 1, where the format leaves it open.
    letterbox : int or None
        Predicted boxes are in pixels of the image scaled and padded to a square of this side.
    class_ids : {"+1", "-1", "position", "coco91"} or None
        Predicted class ids are one too low, one too high, positions in the truth's list of classes, or 0 to
        79 where the truth has COCO's ids from 1 to 90 (or the other way round).
    task : str or None
        What rows hold, where their length does not tell: ``detect segment obb pose``.
    split : str or None
        Of a truth with several splits: which one is read, or ``"all"``.
    columns : mapping of str to str, or None
        Of tables: which column holds what, such as ``{"image": "file", "label": "kind"}``.
    single_class : bool
        Take all objects as of one class.
    truth : Truth or None
        For predictions: the truth they belong to, for sizes of images and names of classes.
    errors : RowErrors
        What to do with a row that is refused.
    """

    geometry: Geometry = "boxes"
    threads: int | None = None
    images: Path | None = None
    classes: tuple[str, ...] | None = None
    box_format: str | None = None
    angles: str | None = None
    pixel_origin: Literal[0, 1] | None = None
    letterbox: int | None = None
    class_ids: ClassIds | None = None
    task: str | None = None
    split: str | None = None
    columns: Mapping[str, str] | None = None
    single_class: bool = False
    truth: Truth | None = None
    errors: RowErrors = field(default_factory=RowErrors)
