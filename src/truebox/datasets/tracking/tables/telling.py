"""Which tables hold tracks: by the names of their columns, without NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from truebox.datasets.formats.table.column_roles import ColumnRoles, folded, roles_of_columns
from truebox.datasets.place import Place
from truebox.datasets.texts.files import ARROW_MAGICS
from truebox.datasets.texts.packed import without_packing
from truebox.errors import InputError, MissingExtraError

__all__ = ["TrackColumns", "is_track_table", "names_of_table", "track_columns"]

_SUFFIXES = (".csv", ".tsv", ".parquet", ".arrow", ".feather")

# Names a column may have, folded as those of any table are.
_FRAMES = ("frame", "frameid", "frameindex", "framenumber", "frameno", "framenum", "frameidx")
_TRACKS = ("trackid", "track", "id", "trackerid", "tracknumber", "objectid", "identity")
_SEQUENCES = ("sequence", "sequencename", "sequenceid", "seq", "seqname", "video", "videoname", "videoid")


class TrackColumns(NamedTuple):
    """Columns of a table of tracks.

    Parameters
    ----------
    frame, track : str
        Their names in the file.
    sequence : str or None
        None where the whole file is one sequence.
    others : ColumnRoles
        Those that any table of objects has.
    """

    frame: str
    track: str
    sequence: str | None
    others: ColumnRoles


def track_columns(names: Sequence[str], place: str) -> TrackColumns | None:
    """The columns of tracks among these; None where no column is of frames, of tracks, or of boxes.

    Examples
    --------
    >>> found = track_columns(["Frame", "ID", "x", "y", "w", "h", "seq"], "a.csv")
    >>> found.frame, found.track, found.sequence, found.others.layout
    ('Frame', 'ID', 'seq', 'xywh')
    >>> track_columns(["frame", "x", "y", "w", "h"], "a.csv") is None
    True
    """
    spelt = {folded(name): name for name in reversed(names)}
    frame, track, sequence = (
        next((spelt[each] for each in candidates if each in spelt), None)
        for candidates in (_FRAMES, _TRACKS, _SEQUENCES)
    )
    if frame is None or track is None:
        return None
    others = roles_of_columns([name for name in names if name not in (frame, track, sequence)], None, place)
    return TrackColumns(frame, track, sequence, others) if others.four else None


def is_track_table(path: Path) -> bool:
    """Whether a table has columns of frames, tracks and boxes, and none of pictures.

    Examples
    --------
    >>> is_track_table(Path("nowhere.csv"))
    False
    """
    names = names_of_table(path)
    found = None if names is None else track_columns(names, str(path))
    return found is not None and "image" not in found.others.columns


def names_of_table(path: Path) -> tuple[str, ...] | None:
    """The names of the columns; None where this is no table, or it has no header.

    Examples
    --------
    >>> names_of_table(Path("nowhere.csv")) is None
    True
    """
    if not without_packing(path.name.lower()).endswith(_SUFFIXES) or not path.is_file():
        return None
    try:
        start = Place(path).head
        if start.startswith(ARROW_MAGICS):
            from truebox.datasets.texts.arrow_table import names_of_arrow  # noqa: PLC0415  imported late: loads NumPy (60 ms)

            return names_of_arrow(path)
        from truebox.datasets.texts.csv.head import csv_head  # noqa: PLC0415  imported late: only tables need csv (2 ms)

        head = csv_head(start)
    except (InputError, MissingExtraError, OSError):
        return None
    return None if head is None else head.names
