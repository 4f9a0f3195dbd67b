"""Every image with its own number, and pictures of the worst ones."""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from truebox.errors import InputError
from truebox.report.page.maps.map_pictures import map_pictures
from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.maps.material import MapSide

__all__ = ["SECTION"]


def _of_side(side: MapSide) -> dict[str, Any]:
    rows = side.rows
    worst = sorted(
        (place for place, row in enumerate(rows) if row.value is not None),
        key=lambda place: (rows[place].value, place),
    )
    pictures = []
    for place in worst[: side.pictures] if find_spec("PIL") else ():
        with suppress(InputError):  # the file is no longer there
            pictures.append({"image": place, **map_pictures(side.result, place)})
    values = [None if row.value is None else round(row.value, 5) for row in rows]
    return {
        "imageValues": values,
        "imageCounts": [list(row.counts) for row in rows],
        "worst": worst,
        "pictures": pictures,
    }


SECTION = Section(order=40, link="Images", of_side=_of_side)
