"""A folder of annotations that is listed and read by native threads while modules are still being loaded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from truebox._native._core import label_files as _kernels

if TYPE_CHECKING:
    from truebox._native._core.label_files import FolderEntries, ImageHeaders, LabelRows, VocColumns

__all__ = ["entries_ahead", "folder_begun", "read_image_headers", "read_label_rows", "read_voc_files"]

_begun: ContextVar[_kernels.FolderAhead | None] = ContextVar("_begun", default=None)


@contextmanager
def folder_begun(path: str | os.PathLike[str], threads: int | None) -> Iterator[None]:
    """Within it what a folder most likely holds is being read; whoever asks for just that gets it.

    Nothing is begun of files, nor where one thread is to read, nor within another such folder.

    Parameters
    ----------
    path : path
        As readers will be given it.
    threads : int or None
        As in `truebox.read_truth`.

    Examples
    --------
    >>> with folder_begun("no-such-folder", None):
    ...     entries_ahead("no-such-folder") is None
    True
    """
    if threads == 1 or _begun.get() is not None or not os.path.isdir(path):
        yield
        return
    token = _begun.set(_kernels.FolderAhead(path, threads or 0))
    try:
        yield
    finally:
        _begun.reset(token)


def entries_ahead(folder: str | os.PathLike[str]) -> FolderEntries | None:
    """What a folder holds, if it was listed ahead; once.

    Examples
    --------
    >>> entries_ahead(".") is None
    True
    """
    begun = _begun.get()
    return None if begun is None else begun.entries(folder)


def read_label_rows(root: str | os.PathLike[str], names: bytes, threads: int) -> LabelRows:
    """As the native function of this name.

    Examples
    --------
    >>> read_label_rows(".", b"", 1)[0].size
    0
    """
    begun = _begun.get()
    found = None if begun is None else begun.label_rows(root, names)
    return _kernels.read_label_rows(root, names, threads) if found is None else found


def read_voc_files(root: str | os.PathLike[str], names: bytes, threads: int) -> VocColumns:
    """As the native function of this name.

    Examples
    --------
    >>> read_voc_files(".", b"", 1)[0].size
    0
    """
    begun = _begun.get()
    found = None if begun is None else begun.voc_files(root, names)
    return _kernels.read_voc_files(root, names, threads) if found is None else found


def read_image_headers(root: str | os.PathLike[str], names: bytes, threads: int) -> ImageHeaders:
    """As the native function of this name.

    Examples
    --------
    >>> read_image_headers(".", b"", 1)[0].size
    0
    """
    begun = _begun.get()
    found = None if begun is None else begun.image_headers(root, names)
    return _kernels.read_image_headers(root, names, threads) if found is None else found
