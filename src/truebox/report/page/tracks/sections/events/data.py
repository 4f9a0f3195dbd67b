"""The table of events, and the pictures around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.report.page.section import Section
from truebox.report.page.tracks.frame_pictures import frame_pictures

if TYPE_CHECKING:
    from truebox.report.page.tracks.material import TrackMaterial

__all__ = ["SECTION"]


def _of_page(material: TrackMaterial) -> dict[str, Any]:
    found = frame_pictures(material)
    return {"pictures": found.addresses, "pictureSizes": found.sizes, "pictureNote": found.note}


SECTION = Section(order=50, link="Events", of_page=_of_page)
