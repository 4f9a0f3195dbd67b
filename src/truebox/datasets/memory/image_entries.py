"""The images of a list or mapping of arrays per image: their ids, mappings and names in messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from truebox.datasets.columns.box_reading import refuse_unknown_reading
from truebox.datasets.columns.values import Rows
from truebox.datasets.memory.array_values import numpy_of
from truebox.errors import InputError
from truebox.records import Ids, Strings

if TYPE_CHECKING:
    from truebox.typing import Int64Array

__all__ = ["ImageEntries", "ImageEntry", "are_arrays_per_image", "image_entries"]


@dataclass(frozen=True, slots=True)
class ImageEntry:
    """One image's mapping, its id and its name in messages."""

    id: Any
    entry: Mapping[str, Any]
    place: str


@dataclass(frozen=True, slots=True)
class ImageEntries(Sequence[ImageEntry]):
    """The images of a source in order. One is made when it is looked at: most columns are taken at once.

    Parameters
    ----------
    entries : list of mappings
    ids : sequence
        A range where the images are known by their places.
    labels : sequence
        By which messages name them: places or keys.
    argument : str
        What stands before a label in messages.
    keys : set of str
        Those of all entries.
    """

    entries: Sequence[Mapping[str, Any]]
    ids: Sequence[Any]
    labels: Sequence[Any]
    argument: str
    keys: frozenset[str]

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, place: int) -> ImageEntry: ...
    @overload
    def __getitem__(self, place: slice) -> list[ImageEntry]: ...
    def __getitem__(self, place: int | slice) -> ImageEntry | list[ImageEntry]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        return ImageEntry(self.ids[place], self.entries[place], f"{self.argument}[{self.labels[place]!r}]")

    def column(self, key: str) -> list[Any]:
        """What each has of `key`; None where it has nothing."""
        return [entry.get(key) for entry in self.entries]

    def with_entries(self, entries: Sequence[Mapping[str, Any]]) -> ImageEntries:
        """The same images with other mappings."""
        return replace(self, entries=entries, keys=_keys_of(entries))

    def only(self, places: Sequence[int]) -> ImageEntries:
        """Some of them."""
        ids, labels, entries = (
            [held[place] for place in places] for held in (self.ids, self.labels, self.entries)
        )
        return replace(self, entries=entries, ids=ids, labels=labels)

    def own_ids(self) -> Ids:
        """The ids of all (E-126, E-127)."""
        if isinstance(self.ids, range):
            return Ids(np.array(self.ids, dtype=np.int64))
        return Rows([{"id": own} for own in self.ids], self.argument).ids("id")

    def sizes(self) -> Int64Array:
        """Width and height of each, 0 where they are not given (E-136)."""
        given = self._given("width", "height")
        return np.zeros((len(self), 2), dtype=np.int64) if given is None else given.sizes()

    def file_names(self) -> Strings:
        """The file name of each, empty where it is not given (E-136)."""
        given = self._given("file_name")
        if given is None:
            return Strings(b"", np.zeros(len(self) + 1, dtype=np.int64))
        return given.texts("file_name")

    def _given(self, *names: str) -> Rows | None:
        """What the entries have of these keys; None where none has any."""
        if self.keys.isdisjoint(names):
            return None
        rows = [{name: entry[name] for name in names if name in entry} for entry in self.entries]
        return Rows(rows, self.argument)


def are_arrays_per_image(source: Any) -> bool:
    """Whether `source` looks like arrays per image rather than parsed COCO."""
    if isinstance(source, Mapping):
        if "boxes" in source and "labels" in source and not isinstance(source["boxes"], Mapping):
            return True
        return bool(source) and all(_has_objects(entry) for entry in source.values())
    if isinstance(source, (list, tuple)) and source:
        return any(map(_has_objects, source))
    return False


def _has_objects(entry: Any) -> bool:
    """Whether it holds boxes, or masks without boxes, as torchmetrics takes them for masks."""
    return _is_mapping(entry) and ("boxes" in entry or ("masks" in entry and "labels" in entry))


def _is_mapping(entry: Any) -> bool:
    # Asking for the abstract class takes a third of the time that is spent on an image here.
    return type(entry) is dict or isinstance(entry, Mapping)


def image_entries(source: Any, argument: str, box_format: str) -> ImageEntries:
    """Every image of a source, in order.

    Raises
    ------
    InputError
        It is one mapping of arrays, or an image has no boxes (E-137).
    """
    refuse_unknown_reading(box_format)
    if isinstance(source, Mapping) and "boxes" in source:
        problem = "one mapping of arrays, need one per image"
        raise InputError("E-137", argument, problem, f"wrap it in a list: [{argument}]")
    labels: Sequence[Any]
    if isinstance(source, Mapping):
        labels, entries = list(source), list(source.values())
        ids: Sequence[Any] = list(map(_scalar, labels))
    else:
        entries = list(source)
        labels = range(len(entries))
        ids = _ids_in(entries)
    for label, entry in zip(labels, entries, strict=True):
        if not _has_objects(entry):
            place = f"{argument}[{label!r}]"
            raise InputError("E-137", place, "no boxes", 'every image needs "boxes" and "labels"')
    return ImageEntries(entries, ids, labels, argument, _keys_of(entries))


def _keys_of(entries: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    return frozenset().union(*entries)


def _ids_in(entries: Sequence[Any]) -> Sequence[Any]:
    """Of a list: what an image says of itself, else its place."""
    if not any("image_id" in entry for entry in entries if _is_mapping(entry)):
        return range(len(entries))
    return [
        _scalar(entry["image_id"]) if _is_mapping(entry) and "image_id" in entry else place
        for place, entry in enumerate(entries)
    ]


def _scalar(value: Any) -> Any:
    """An id out of an array or tensor of one element, as torchvision's references write it."""
    if isinstance(value, (int, str)):
        return value
    array = numpy_of(value)
    return array.reshape(-1)[0].item() if array.size == 1 and array.dtype.kind in "iuf" else value
