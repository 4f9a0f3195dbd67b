# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.

from os import PathLike
from typing import TypeAlias

from truebox.typing import AnyArray, ByteArray, FloatArray, Int64Array

# Of every file: 0 it is absent, 1 it was read, 2 it is not plain and the general reader has to judge.
States: TypeAlias = ByteArray

# states [F]; of each row its file, line (from 1) and class [R], the end of its numbers [R]; all numbers
LabelRows: TypeAlias = tuple[States, Int64Array, Int64Array, Int64Array, Int64Array, FloatArray]

# states [F], width and height [2 F] (0 where unknown), file names as one UTF-8 buffer and their ends [F];
# of each object its file, number (from 1) and class [N]; names of classes; xmin ymin xmax ymax [4 N];
# difficult truncated occluded [3 N], int8, -1 where absent
VocColumns: TypeAlias = tuple[
    States, Int64Array, bytes, Int64Array,
    Int64Array, Int64Array, Int64Array, tuple[str, ...], FloatArray, AnyArray,
]  # fmt: skip

# states [F], kinds [F] (0 unknown, 1 PNG, 2 JPEG, 3 GIF, 4 BMP, 5 WebP), width and height [2 F] as stored,
# orientations of Exif [F]
ImageHeaders: TypeAlias = tuple[States, ByteArray, Int64Array, ByteArray]

# Names are relative to the folder, in the bytes of the file system, each ended by a zero byte;
# threads <= 0: one per processor.
def read_label_rows(folder: str | PathLike[str], names: bytes, threads: int) -> LabelRows: ...
def read_voc_files(folder: str | PathLike[str], names: bytes, threads: int) -> VocColumns: ...
def read_image_headers(folder: str | PathLike[str], names: bytes, threads: int) -> ImageHeaders: ...

# All that one folder holds but hidden names, as it was when it was read.
class FolderEntries:
    # Names of its files and of its folders, links to folders too, `prefix` before each. What ends in one of
    # the suffixes (small letters, each ended by a zero byte) is a file, whatever it is; where there are none,
    # whatever is no folder. Sorted where all are ASCII. Of the files the first `most`; all where it is
    # negative. None where they are not ASCII and not all are wanted.
    def names(self, suffixes: bytes, prefix: bytes, most: int) -> tuple[list[str], list[str]] | None: ...

# None where the folder cannot be read to its end.
def read_folder(folder: str | PathLike[str]) -> FolderEntries | None: ...

# A folder that native threads list and read ahead: what seems to be Pascal VOC or YOLO. Nobody needs the
# interpreter meanwhile. `threads` with the one that asks; an object that goes ends what is under way.
class FolderAhead:
    def __init__(self, folder: str | PathLike[str], threads: int) -> None: ...
    # As `read_folder`, once; None where it was not listed.
    def entries(self, folder: str | PathLike[str]) -> FolderEntries | None: ...
    # As the functions above, once; None where other files were begun.
    def label_rows(self, folder: str | PathLike[str], names: bytes) -> LabelRows | None: ...
    def voc_files(self, folder: str | PathLike[str], names: bytes) -> VocColumns | None: ...
    def image_headers(self, folder: str | PathLike[str], names: bytes) -> ImageHeaders | None: ...

# Each name without its suffix, and without its folders where they go; None where one is not ASCII.
def bare_names(names: list[str], folders_go: bool) -> list[str] | None: ...

# Names that begin with `before` and lie right behind it, with `into` in its place and another suffix; None
# where one lies elsewhere, has none, or is not ASCII.
def moved_names(names: list[str], before: str, into: str, suffix: str) -> list[str] | None: ...

# New files of one folder, named as above; the folders in it are there. File i has, of each part, which is a
# text and int64 offsets [F + 1], the bytes from offsets[i] to offsets[i + 1], one part after the other. ->
# how many were written, and the error number of the next, or 0 after the last; None on Windows.
def write_files(
    folder: str | PathLike[str], names: bytes, parts: list[tuple[bytes, Int64Array]]
) -> tuple[int, int] | None: ...
