"""Pictures of a data set on demand, and small ones, which are made once."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, NamedTuple

from truebox._native.threads import usable_threads
from truebox.report.page.images.picture_files import picture_file
from truebox.report.page.images.pictures import picture_path

if TYPE_CHECKING:
    from truebox.report.page.images.picture_files import PictureFile

__all__ = ["ServedPictures"]

_REMEMBERED = 4096


class Sent(NamedTuple):
    """A file to send, and what it is."""

    path: Path
    media_type: str


class ServedPictures:
    """The pictures of a data set, by the place of their image: nothing else can be asked for.

    Parameters
    ----------
    source : path or None
        Folder of the pictures.
    files : sequence of str
        Their names, by place.
    made : path
        Folder for what is made of them.
    """

    def __init__(self, source: Path | None, files: Sequence[str], made: Path) -> None:
        self._source, self._files, self._made = source, files, made
        self._at_once = BoundedSemaphore(usable_threads())
        self._look = lru_cache(_REMEMBERED)(self._looked_at)

    def addresses(self, place: int) -> Mapping[str, str]:
        """Where the page finds the picture of an image, and a small one; empty without a picture."""
        if self._source is None or picture_path(self._source, self._files[place]) is None:
            return {}
        return {"picture": f"pictures/{place}", "small": f"small/{place}"}

    def whole(self, place: int) -> Sent | None:
        """The picture as a browser shows it."""
        picture = self._look(place)
        if picture is None:
            return None
        if picture.as_it_is:
            return Sent(picture.path, picture.media_type)
        return self._kept(f"{place}", picture.content)

    def small(self, place: int) -> Sent | None:
        """A small picture; one that is small by itself as it is."""
        picture = self._look(place)
        if picture is None or not picture.large:
            return self.whole(place)
        return self._kept(f"{place}-small", picture.small)

    def _looked_at(self, place: int) -> PictureFile | None:
        if self._source is None or not 0 <= place < len(self._files):
            return None
        path = picture_path(self._source, self._files[place])
        return None if path is None else picture_file(path)

    def _kept(self, name: str, make: Callable[[], bytes | None]) -> Sent | None:
        target = self._made / f"{name}.webp"
        if not target.exists():
            with self._at_once:
                content = make()
            if content is None:
                return None
            part = target.with_suffix(f".{os.urandom(4).hex()}")
            part.write_bytes(content)
            os.replace(part, target)
        return Sent(target, "image/webp")
