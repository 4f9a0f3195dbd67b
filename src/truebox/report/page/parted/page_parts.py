"""The page of all images: a small document, and parts that it loads when they are needed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.report.page.assembly import assembled, plotly_script
from truebox.report.page.images.gallery_rows import MOST_DETECTIONS, ImageRows
from truebox.report.page.packed import packed
from truebox.report.page.page_data import page_data
from truebox.report.page.parted.folder_names import CHARTS
from truebox.report.page.parted.in_one_file import IMAGES, TRUTH_IDS, columns_of_results

if TYPE_CHECKING:
    from truebox.report.page.material import Material
    from truebox.typing import Int64Array

__all__ = ["IMAGES_OF_A_PART", "PageParts"]

IMAGES_OF_A_PART = 100

Addresses = Callable[[int], Mapping[str, str]]
"""Of the image at a place: where its ``picture`` is, and where a ``small`` one; empty without."""


class PageParts:
    """A page of all images, as one document and named parts.

    The document holds the numbers of every result; ``columns-0`` and so on the columns of each, ``images``
    the names of all images, and ``rows-0`` and so on what stands on a hundred of them.

    Parameters
    ----------
    material : Material
        Its limits of images and bytes are not asked for.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.material import Material
    >>> from truebox.report.page.side import Side
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> side = Side.of(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    >>> PageParts(Material(sides=[side], most_images=1)).names
    ['columns-0', 'truth-ids', 'images', 'rows-0']
    """

    @refuses_other_kinds
    def __init__(self, material: Material) -> None:
        self.material = material
        data = page_data(material, rows=False)
        whole = {TRUTH_IDS: data.pop("truthIds"), IMAGES: self._list_of_images()}
        columns = columns_of_results(data, deflate=False)
        data["parts"] = {
            "columns": list(columns),
            "images": IMAGES,
            "truthIds": TRUTH_IDS,
            "charts": CHARTS,
        }
        data["gallery"] = {
            "images": [],
            "chunk": IMAGES_OF_A_PART,
            "reason": material.choice.reason,
        }
        self._data = data
        self._kept = {name: _script(name, value) for name, value in (columns | whole).items()}
        self._charts = plotly_script()  # where it is missing, that is said before anything is written

    @property
    def names(self) -> list[str]:
        """The names of all parts."""
        return [*self._kept, *(f"rows-{start}" for start in range(-(-len(self.files) // IMAGES_OF_A_PART)))]

    @cached_property
    def files(self) -> Sequence[str]:
        """The names of the files of all images, as they follow each other on the page."""
        names = list(self._truth.images.file_names)
        return [names[row] for row in self._listed.tolist()]

    @refuses_other_kinds
    def index(self, note: str = "") -> str:
        """The document, with a `note` about its pictures."""
        crowded = self._crowded()
        notes = [note] if note else []
        if crowded:
            notes.append(
                f"Of {crowded:,} images only the {MOST_DETECTIONS} most confident detections are drawn"
            )
        gallery = self._data["gallery"] | {"note": ". ".join(notes)}
        return assembled(self._data | {"gallery": gallery}, apart=True)

    @refuses_other_kinds
    def part(self, name: str, addresses: Addresses) -> bytes | None:
        """The script of a part; None where there is none of this name.

        Parameters
        ----------
        name : str
            One of `names`.
        addresses : function of a place
            Where pictures are, as the page finds them.
        """
        if name in self._kept:
            return self._kept[name]
        head, _, number = name.partition("-")
        if head != "rows" or not (number.isascii() and number.isdigit()):
            return None
        places = self.material.choice.places
        start = int(number) * IMAGES_OF_A_PART
        if name != f"rows-{int(number)}" or start >= len(places):
            return None
        rows = self._rows.packed_at(places[start : start + IMAGES_OF_A_PART])
        for place, entry in enumerate(rows["images"], start):
            entry.update(place=place, **addresses(place))
        return _script(name, rows)

    @property
    def charts(self) -> bytes:
        """The script that draws charts."""
        return self._charts.encode()

    @property
    def _truth(self) -> Any:
        return self.material.sides[0].result.truth

    @cached_property
    def _ids(self) -> list[Any]:
        ids = self.material.sides[0].result.state.images.tolist()
        return [ids[place] for place in self.material.choice.places.tolist()]

    @cached_property
    def _listed(self) -> Int64Array:
        listed: Int64Array = self._rows.listed[self.material.choice.places]
        return listed

    @cached_property
    def _rows(self) -> ImageRows:
        return ImageRows.of(self.material.sides)

    def _list_of_images(self) -> dict[str, Any]:
        sizes = self._truth.images.sizes[self._listed]
        return {"ids": self._ids, "files": list(self.files), "sizes": packed(sizes.ravel(), "i4")}

    def _crowded(self) -> int:
        count = len(self.material.sides[0].result.state.images)
        most = np.zeros(count, dtype=np.int64)
        for side in self.material.sides:
            image = side.result.matches.detections.image
            most = np.maximum(most, np.bincount(image, minlength=count))
        return int((most > MOST_DETECTIONS).sum())


def _script(name: str, value: Any) -> bytes:
    """A call that hands the value over; JSON in ASCII is JavaScript as well."""
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    return f"trueboxPart({json.dumps(name)},{text});\n".encode()
