"""The truth as columns: images, categories and one row per annotated object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal

from truebox._frozen import dataclass
from truebox._moved import set_fields
from truebox._writing.counted import grouped
from truebox._writing.escaping import escape_html

if TYPE_CHECKING:
    from truebox.records.federation import Federation
    from truebox.records.finding import Finding
    from truebox.records.ids import Ids
    from truebox.records.keypoints import Keypoints
    from truebox.records.segmentations import Segmentations
    from truebox.records.source import Source
    from truebox.records.strings import Strings
    from truebox.typing import AnyArray, BoolArray, ByteArray, FloatArray, Int64Array

__all__ = ["Categories", "Images", "Truth"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Images:
    """The images that are evaluated, in file order, each id once.

    Parameters
    ----------
    ids : Ids [I]
    sizes : int64 array [I, 2]
        Width and height in pixels; 0 where the file does not say.
    file_names : Strings [I]
        Empty text where the file does not say.
    attributes : mapping of name to array [I]
        Whatever else the file says about its images, such as the weather.
    listed : bool
        Whether the source lists its images; where it does not, they are those that its objects name.
    columns : mapping of name to mapping of id to value
        What else data in memory says of its images in single values, such as ``video_id``: what images can be
        grouped by, and are not sliced by unless asked. Of a file see `truebox.datasets.image_columns`.
    """

    ids: Ids
    sizes: Int64Array
    file_names: Strings
    attributes: Mapping[str, AnyArray] = field(default_factory=dict)
    listed: bool = True
    columns: Mapping[str, Mapping[int | str, object]] = field(default_factory=dict)

    def __setstate__(self, state: list[Any]) -> None:
        set_fields(self, state)

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Categories:
    """The classes, in file order, each id once.

    Parameters
    ----------
    ids : Ids [K]
    names : tuple of str [K]
    numbered : bool
        Whether the source numbers its classes; where it does not, ids only count the names.
    listed : bool
        Whether the source lists its classes; where it does not, they are those that its objects have.
    parents : tuple of tuple of int
        Rows of the classes right above each, where the source has a hierarchy; empty where it has none.
    """

    ids: Ids
    names: tuple[str, ...]
    numbered: bool = True
    listed: bool = True
    parents: tuple[tuple[int, ...], ...] = ()

    def __setstate__(self, state: list[Any]) -> None:
        set_fields(self, state)

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Truth:
    """Annotated objects, one row each, in file order.

    Parameters
    ----------
    source : Source
    images, categories : Images, Categories
    image, category : Ids [N]
        As read; they need not occur in `images` or `categories`.
    ids : Ids [N]
        Annotation ids as read.
    boxes : float64 array [N, 4]
        ``x, y, width, height`` in absolute pixels exactly as read: width and height are not
        recomputed from corners, because the last bit of an overlap depends on them.
    area : float64 array [N]
        The object's area, which decides its size class (in COCO the area of its mask).
    crowd, ignore : uint8 arrays [N]
        1 where the annotation is a crowd region, or is marked to be ignored.
    findings : tuple of Finding
        What was noticed while reading.
    segmentations : Segmentations [N] or None
        Present when read for masks.
    keypoints : Keypoints [N] or None
        Present when read for keypoints.
    federation : Federation or None
        Present when read for LVIS.
    attributes : mapping of name to array [N]
        Whatever else the file says about its objects: ``track``, ``occluded``, ``difficult``, ``angle`` ...
    units : {"pixels", "fractions"}
        Fractions of the image's size, where the file has them and nothing tells the sizes.
    area_missing : bool array [N] or None
        Where the source gives no area, so that `area` is the box's; None where it gives all.
    source_rows : int64 array [N] or None
        The row of each in the source, where some were left out.
    states : tuple of str
        Keys of the source that say which protocol it was made for, such as ``neg_category_ids``.
    """

    source: Source
    images: Images
    categories: Categories
    image: Ids
    category: Ids
    ids: Ids
    boxes: FloatArray
    area: FloatArray
    crowd: ByteArray
    ignore: ByteArray
    findings: tuple[Finding, ...] = ()
    segmentations: Segmentations | None = None
    keypoints: Keypoints | None = None
    federation: Federation | None = None
    attributes: Mapping[str, AnyArray] = field(default_factory=dict)
    units: Literal["pixels", "fractions"] = "pixels"
    area_missing: BoolArray | None = None
    source_rows: Int64Array | None = None
    states: tuple[str, ...] = ()

    def __setstate__(self, state: list[Any]) -> None:
        set_fields(self, state)

    def __len__(self) -> int:
        return len(self.boxes)

    def __repr__(self) -> str:
        return (
            f"<Truth {self.source.name}: {grouped(len(self), 'object')}, "
            f"{grouped(len(self.images), 'image')}, {grouped(len(self.categories), 'class', 'classes')}>"
        )

    def _repr_html_(self) -> str:
        return f"<code>{escape_html(repr(self)[1:-1])}</code>"
