"""The images of a list or mapping of arrays per image: their ids, mappings and names in messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from truebox.datasets.columns.box_reading import refuse_unknown_reading
from truebox.datasets.memory.array_values import numpy_of
from truebox.errors import InputError

__all__ = ["ImageEntry", "are_arrays_per_image", "image_entries", "metadata_of"]


@dataclass(frozen=True, slots=True)
class ImageEntry:
    """One image's mapping, its id and its name in messages."""

    id: Any
    entry: Mapping[str, Any]
    place: str


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


def image_entries(source: Any, argument: str, box_format: str) -> list[ImageEntry]:
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
    images = list(_entries(source, argument))
    for image in images:
        if not _has_objects(image.entry):
            raise InputError("E-137", image.place, "no boxes", 'every image needs "boxes" and "labels"')
    return images


def _entries(source: Any, argument: str) -> Iterator[ImageEntry]:
    if isinstance(source, Mapping):
        for key, entry in source.items():
            yield ImageEntry(_scalar(key), entry, f"{argument}[{key!r}]")
    else:
        for position, entry in enumerate(source):
            own = entry.get("image_id", position) if _is_mapping(entry) else position
            named = own if own is position else _scalar(own)
            yield ImageEntry(named, entry, f"{argument}[{position}]")


def _scalar(value: Any) -> Any:
    """An id out of an array or tensor of one element, as torchvision's references write it."""
    if isinstance(value, (int, str)):
        return value
    array = numpy_of(value)
    return array.reshape(-1)[0].item() if array.size == 1 and array.dtype.kind in "iuf" else value


def metadata_of(image: ImageEntry) -> dict[str, Any]:
    """Its id, and size and file name as far as they are given."""
    found = {key: image.entry[key] for key in ("width", "height", "file_name") if key in image.entry}
    return {"id": image.id, **found}
