"""The page as a folder that opens from disk: the document, its parts, and all pictures."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox._native.threads import usable_threads
from truebox._pillow import pillow
from truebox._writing.counted import agreeing, counted
from truebox._writing.whole_folder import whole_folder
from truebox.report.page.images.picture_files import picture_file
from truebox.report.page.images.pictures import picture_path
from truebox.report.page.parted.folder_names import CHARTS, INDEX, is_folder_of_page

if TYPE_CHECKING:
    from truebox.report.page.parted.page_parts import PageParts

__all__ = ["write_folder"]

_OF_A_FOLDER = 1000


@refuses_other_kinds
def write_folder(
    parts: PageParts, path: str | os.PathLike[str], tell: Callable[[str], None] | None = None
) -> Path:
    """Write the page as a folder, whole or not at all, and return the path of its document.

    Pictures that a browser shows as they are become hard links where the disk allows, else copies; those
    with a side above 640 pixels get a small one beside them. A folder that holds an earlier page is replaced.

    Parameters
    ----------
    parts : PageParts
        Of `page_parts`.
    path : path
        The folder.
    tell : function of a str, optional
        Hears how far it has come.

    Returns
    -------
    Path

    Raises
    ------
    InputError
        At `path` is a file, or a folder that holds something else (E-445).
    OSError
        The folder cannot be written; the message names the file.
    MissingExtraError
        There is a folder of pictures, and Pillow is not installed.

    Examples
    --------
    >>> write_folder(parts, "report/")                                  # doctest: +SKIP
    PosixPath('report/index.html')
    """
    with whole_folder(path, replaces=is_folder_of_page) as folder:
        addresses, note = _pictures(parts, folder, tell or (lambda _: None))
        (folder / "data").mkdir()
        for name in parts.names:
            made = parts.part(name, lambda place: addresses.get(place, {}))
            (folder / "data" / f"{name}.js").write_bytes(made or b"")
        (folder / CHARTS).write_bytes(parts.charts)
        (folder / INDEX).write_bytes(parts.index(note).encode("utf-8", "backslashreplace"))
    return Path(path) / INDEX


def _pictures(
    parts: PageParts, folder: Path, tell: Callable[[str], None]
) -> tuple[dict[int, Mapping[str, str]], str]:
    """Put the pictures into the folder: where each is, and what is worth saying about the rest."""
    source = parts.material.images
    if source is None:
        return {}, "No folder of pictures was named: boxes stand on a canvas of the image's size"
    pillow("Pictures in the report")
    with ThreadPoolExecutor(usable_threads()) as pool:

        def put(place: int) -> Mapping[str, str] | None:
            return _put(source, parts.files[place], folder, place)

        found = {}
        for place, address in enumerate(pool.map(put, range(len(parts.files)))):
            if address is not None:
                found[place] = address
            if place % 500 == 0:
                tell(f"Pictures: {place:,} of {len(parts.files):,}")
    missing = len(parts.files) - len(found)
    if not missing:
        return found, ""
    of_them = f"{agreeing(missing, 'was', 'were')} not found or {agreeing(missing, 'is', 'are')} broken"
    return found, f"{counted(missing, 'picture')} {of_them}"


def _put(source: Path, name: str, folder: Path, place: int) -> Mapping[str, str] | None:
    path = picture_path(source, name)
    picture = None if path is None else picture_file(path)
    if picture is None:
        return None
    own = f"{place // _OF_A_FOLDER:03d}/{place:06d}"
    if picture.as_it_is:
        addresses = {"picture": f"pictures/{own}{picture.ending}"}
        _link(picture.path, _ready(folder / addresses["picture"]))
    else:
        content = picture.content()
        if content is None:
            return None
        addresses = {"picture": f"pictures/{own}{picture.ending}"}
        _ready(folder / addresses["picture"]).write_bytes(content)
    small = picture.small() if picture.large else None
    if small is not None:
        addresses["small"] = f"small/{own}.webp"
        _ready(folder / addresses["small"]).write_bytes(small)
    return addresses


def _ready(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _link(source: Path, target: Path) -> None:
    """A hard link, or a copy where the disk has none, or the picture lies on another."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
