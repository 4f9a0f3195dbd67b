"""What every format offers: recognise, read, write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from truebox.datasets.columns.row_errors import RowErrors

if TYPE_CHECKING:
    from truebox.datasets.place import Place
    from truebox.records import Predictions, Truth
    from truebox.typing import Geometry

__all__ = ["ClassIds", "Evidence", "Format", "Loss", "ReadOptions", "Role"]

Role: TypeAlias = Literal["truth", "predictions"]
ClassIds: TypeAlias = Literal["+1", "-1", "position"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a place seems to hold a format.

    Parameters
    ----------
    strength : int
        1 where only a name or a suffix fits, 2 where the structure fits, 3 where nothing else has it.
    text : str
        The evidence in words, such as ``"labels/*.txt with 5 numbers a line"``.
    """

    strength: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What a person said about a source; None where nothing was said.

    Parameters
    ----------
    geometry : {"boxes", "masks", "keypoints", "boundary"}
        Segmentations and keypoints are read where they are needed.
    threads : int or None
    images : Path or None
        Folder of the pictures, for formats that need their sizes; files are looked for only inside it.
    classes : tuple of str or None
        Class names in the order of their numbers.
    box_format : str or None
        How numbers make a box, where the format leaves it open: ``xyxy xywh cxcywh yxyx``, with ``rel_``
        for fractions.
    pixel_origin : {0, 1} or None
        Whether the first pixel is 0 or 1, where the format leaves it open.
    letterbox : int or None
        Predicted boxes are in pixels of the image scaled and padded to a square of this side.
    class_ids : {"+1", "-1", "position"} or None
        Predicted class ids are one too low, one too high, or positions in the truth's list of classes.
    task : str or None
        What rows hold, where their length does not tell: ``detect segment obb pose``.
    columns : mapping of str to str, or None
        Of tables: which column holds what, such as ``{"image": "file", "label": "kind"}``.
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
    pixel_origin: Literal[0, 1] | None = None
    letterbox: int | None = None
    class_ids: ClassIds | None = None
    task: str | None = None
    columns: Mapping[str, str] | None = None
    truth: Truth | None = None
    errors: RowErrors = field(default_factory=RowErrors)


@dataclass(frozen=True, slots=True)
class Loss:
    """Something a format cannot hold: `what`, and how many rows lose it."""

    what: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One way to keep annotations; each module of `truebox.datasets.formats` has one as ``FORMAT``.

    Parameters
    ----------
    name : str
        As in ``--truth-format``.
    title : str
        What a person reads, such as ``"YOLO labels"``.
    recognise : callable
        ``(place, role)`` to `Evidence`, or None where it is something else. Must not raise.
    read_truth, read_predictions : callable or None
        ``(path, options)`` to records; None where the format has no such side.
    boxes : str
        What the four numbers of a row mean, one of `BOX_READINGS`, or ``"open"`` where the readers look
        at `ReadOptions.box_format` themselves.
    write_truth, write_predictions : callable or None
        ``(records, path)`` to what could not be held; for predictions ``(truth, records, path)``.
        Nothing half-written stays behind.
    """

    name: str
    title: str
    recognise: Callable[[Place, Role], Evidence | None]
    boxes: str = "xywh"
    read_truth: Callable[[Path, ReadOptions], Truth] | None = None
    read_predictions: Callable[[Path, ReadOptions], Predictions] | None = None
    write_truth: Callable[[Truth, Path], tuple[Loss, ...]] | None = None
    write_predictions: Callable[[Truth, Predictions, Path], tuple[Loss, ...]] | None = None
