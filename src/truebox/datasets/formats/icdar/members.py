"""The text files of a folder, of a zip archive, or the one file: the image of each, and its bytes."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from truebox.datasets.folders.folder_files import files_in
from truebox.datasets.folders.one_file import refuse_second
from truebox.datasets.texts.files import open_file
from truebox.errors import InputError

__all__ = ["image_of", "member_names", "members"]

_LARGEST = 64 << 20
_BROKEN = (
    OSError, ValueError, RuntimeError, EOFError, IndexError, zipfile.BadZipFile, zlib.error, struct.error,
    OverflowError, MemoryError,
)  # fmt: skip
"""What the archive module raises for one whose bytes are in memory."""

_PREFIX = re.compile(r"(gt|res)_", re.I)


def members(path: Path) -> Iterator[tuple[str, str, bytes]]:
    """Name, image and bytes of each file, in the order of the names.

    Raises
    ------
    InputError
        There is no text file (E-101), two are of one image (E-434), or the archive is broken (E-110).
    """
    seen: dict[str, str] = {}
    for name, member, data in _archived(path) if _is_zip(path) else _filed(path):
        image = image_of(member)
        refuse_second(seen, image, name, path)
        yield name, image, data


def image_of(name: str) -> str:
    """The image that a file is named after.

    Examples
    --------
    >>> image_of("gt_img_1.txt"), image_of("submit/res_img_12.txt"), image_of("poly.txt")
    ('img_1', 'img_12', 'poly')
    """
    stem = PurePosixPath(name).name
    stem = stem[: -len(".txt")] if stem.lower().endswith(".txt") else stem
    return _PREFIX.sub("", stem, count=1) or stem


def _filed(path: Path) -> Iterator[tuple[str, str, bytes]]:
    for file, name in files_in(path, ".txt"):
        with open_file(file) as stream:
            yield str(file), name, stream.read()


def _archived(path: Path) -> Iterator[tuple[str, str, bytes]]:
    names = member_names(path)
    if not names:
        problem = "no file in this archive ends in .txt"
        raise InputError("E-101", str(path), problem, "name the archive that holds the annotations")
    with open_file(path) as stream:
        content = stream.read()  # what the system cannot read is told from what the archive does not hold
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except _BROKEN as error:
        raise _broken(str(path), error) from None
    with archive:
        for name in names:
            place = f"{path} {name}"
            size = archive.getinfo(name).file_size
            if size > _LARGEST:
                problem = f"the file has {size} bytes, which no list of words has"
                raise InputError("E-110", place, problem, "check that it is the right archive")
            yield place, name, _member(archive, name, place)


def _member(archive: zipfile.ZipFile, name: str, place: str) -> bytes:
    try:
        return archive.read(name)
    except _BROKEN as error:
        raise _broken(place, error) from None


def _broken(place: str, error: BaseException) -> InputError:
    return InputError("E-110", place, f"the archive is broken or locked ({error})", "write the archive again")


def _is_zip(path: Path) -> bool:
    return path.is_file() and zipfile.is_zipfile(path)


def member_names(path: Path) -> list[str]:
    """The text files of an archive, sorted; none of one that cannot be opened.

    Examples
    --------
    >>> member_names(Path("no-such-file.zip"))
    []
    """
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except _BROKEN:
        return []
    return sorted(name for name in names if name.lower().endswith(".txt") and "__MACOSX" not in name)
