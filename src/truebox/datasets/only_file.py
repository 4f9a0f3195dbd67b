"""A folder that no format knows, but a file in it, or most of them, does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.saying import say
from truebox.datasets.splitting.split_folders import splits_of_files
from truebox.datasets.splitting.splits import ALL_SPLITS, SeveralSplitsError
from truebox.datasets.texts.packed import PACKED_SUFFIXES
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.place import Place

__all__ = ["only_file"]

# What may hold annotations; pictures, archives and programs are passed over unread.
_SUFFIXES = (
    ".json",
    ".jsonl",
    ".xml",
    ".csv",
    ".tsv",
    ".txt",
    ".parquet",
    ".arrow",
    ".feather",
    ".npz",
    *PACKED_SUFFIXES,
)
_MOST = 200
_SHOWN = 5


def only_file(place: Place, fits: Callable[[Path], bool], split: str | None = None) -> Path | None:
    """The one file in a folder and below that `fits`; None where there is none.

    Of several text files the first is given: they are labels, one file per image, and one of them is
    broken, which reading the folder in the format of the others will say best.

    Parameters
    ----------
    place : Place
        A folder.
    fits : callable
        Whether a file is in a known format.
    split : str, optional
        Of several files that are the splits of a data set: which one.

    Raises
    ------
    InputError
        There are several (E-102), or they are splits and none was asked for (E-415, E-416).

    Examples
    --------
    >>> import tempfile
    >>> from truebox.datasets.place import Place
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in ("README.txt", "truth.json"):
    ...         _ = (Path(folder) / name).write_text("{}")
    ...     only_file(Place(Path(folder)), lambda path: path.suffix == ".json").name
    'truth.json'
    """
    names = [name for name in place.names if name.lower().endswith(_SUFFIXES)][:_MOST]
    found = [name for name in names if fits(place.path / name)]
    if len(found) > 1 and not all(name.lower().endswith(".txt") for name in found):
        splits = splits_of_files(place.path, found)
        if splits is not None and split not in (None, ALL_SPLITS):
            return splits.paths[splits.named(split)]
        if splits is not None and split is None:
            raise SeveralSplitsError(splits)
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        shown = ", ".join(map(say, found[:_SHOWN])) + more
        problem = f"this is a directory, not a file, and {len(found)} files in it could be meant: {shown}"
        raise InputError(
            "E-102", str(place.path), problem, f"name one of them, such as {place.path / found[0]}"
        )
    return place.path / found[0] if found else None
