"""Which files of tracks stand at a path: names alone, without NumPy.

Layouts of MOTChallenge: truth is ``SEQ/gt/gt.txt`` beside ``SEQ/seqinfo.ini``, results are ``SEQ.txt``, or
``data/SEQ.txt`` in the folder of a tracker. KITTI tracking: ``label_02/0000.txt`` on both sides, 17 columns.
VisDrone: ``annotations/SEQ.txt`` in the folder of a split.
Masks lie the same way, in ``instances_txt`` too, or as pictures: ``instances/0002/000000.png``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from truebox._kinds import refuses_other_kinds
from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.datasets.texts.files import open_file
from truebox.datasets.texts.label_lines import are_meant_as_numbers, are_numbers
from truebox.datasets.texts.packed import start_of, without_packing
from truebox.datasets.tracking.frame_folders import has_palette, instance_folders, palette_folders
from truebox.datasets.tracking.nothing_found import holds_nothing
from truebox.datasets.tracking.tables.telling import is_track_table
from truebox.datasets.tracking.videos.scalabel_files import scalabel_videos
from truebox.datasets.tracking.videos.telling import (
    are_instances,
    has_tracked_boxes,
    is_cvat_video,
    is_frame_list,
    is_instance_results,
    is_tracked_boxes,
)
from truebox.errors import InputError

__all__ = ["Kind", "TrackFiles", "all_are_tracked", "looks_tracked", "track_files", "why_none"]

Kind: TypeAlias = Literal["sizes", "corners", "masks", "palettes", "frames"]

_FOLDERS = ("", "data", "label_02", "label_2", "instances_txt", "annotations")
_LISTS: tuple[tuple[str, Kind], ...] = (
    ("evaluate_tracking.seqmap", "corners"),
    ("evaluate_mots.seqmap", "masks"),
)
_HEAD = 1 << 14
_LINES = 50
_WIDE, _STATES = 8, frozenset(("-1", "0", "1", "2"))


class TrackFiles(NamedTuple):
    """The files of one side.

    Parameters
    ----------
    kind : {"sizes", "corners", "masks", "palettes", "frames"}
        What their lines are: those of MOTChallenge with sizes, of KITTI with corners, or run lengths; or
        pictures of numbered objects, or lists of frames in JSON.
    files : mapping of str to Path
        Name of each sequence to its file, or its folder of pictures, sorted.
    """

    kind: Kind
    files: dict[str, Path]


def track_files(path: Path) -> TrackFiles | None:
    r"""The files of tracks at a path; None where there are none.

    Parameters
    ----------
    path : Path
        A folder of sequences, of one sequence, or of results, or one file.

    Returns
    -------
    TrackFiles or None

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     (Path(folder) / "S-01" / "gt").mkdir(parents=True)
    ...     _ = (Path(folder) / "S-01" / "gt" / "gt.txt").write_text("1,1,10,10,5,5,1,1,1\n")
    ...     found = track_files(Path(folder))
    >>> found.kind, list(found.files)
    ('sizes', ['S-01'])
    """
    files = _files(path)
    if not files and (folders := instance_folders(path)):
        return TrackFiles("masks", folders)
    if not files and (videos := scalabel_videos(path)):
        return TrackFiles("frames", videos)
    if not files and (folders := palette_folders(path)):
        return TrackFiles("palettes", folders)
    kinds = {kind for file in files.values() if (kind := _kind(file)) is not None}
    if not files or len(kinds) > 1 or (not kinds and any(map(_holds_text, files.values()))):
        return None
    return TrackFiles(kinds.pop() if kinds else _kind_by_list(files), dict(sorted(files.items())))


def why_none(path: Path) -> str:
    r"""What stands at a path where `track_files` finds nothing, in words.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "S-01.txt").write_text("1,anna,10,10,5,5,1\n")
    ...     why_none(Path(folder))
    'here are no files of tracks: S-01.txt begins with "1,anna,10,10,5,5,1"'
    >>> why_none(Path("nowhere"))
    'there is no such file or folder'
    """
    if not path.exists():
        return "there is no such file or folder"
    if holds_nothing(path):
        return "no object is in it"
    for file in sorted(_files(path).values()):
        lines = _lines(file)
        if lines and _kind(file) is None:
            return f"here are no files of tracks: {file.name} begins with {say(lines[0])}"
    return "here are no files of tracks"


def all_are_tracked(sides: Sequence[Path]) -> bool:
    """Whether the first, a truth, and all others, predictions, have tracks; as `sides_are_tracked`.

    Examples
    --------
    >>> all_are_tracked([Path("truth.json"), Path("found.json")])
    False
    """
    for results, truths in ((is_instance_results, are_instances), (is_tracked_boxes, has_tracked_boxes)):
        if sides[1:] and all(map(results, sides[1:])) and truths(sides[0]):
            return True
    first = sides[0]
    of_texts = _is_of_texts(first) and (looks_tracked(first) or _is_without_rows(first))
    if not (is_track_table(first) or is_cvat_video(first) or is_frame_list(first) or of_texts):
        return False
    others = [side for side in sides[1:] if not _may_be_results(side)]
    for side in filter(Path.is_dir, others):
        trackers = [folder for folder in _shown_folders(side) if looks_tracked(folder)]
        if trackers:
            names = ", ".join(folder.name for folder in trackers[:5]) + (" ..." if len(trackers) > 5 else "")
            problem = f"it holds the folders of {counted(len(trackers), 'tracker')}: {names}"
            shown = " ".join(map(str, trackers[:5]))
            raise InputError("E-581", str(side), problem, f"name those you mean: {shown}")
    return not others


def _is_of_texts(path: Path) -> bool:
    return path.suffix == ".txt" or path.is_dir()


def _may_be_results(path: Path) -> bool:
    """Whether these are tracks of any kind, or a file in which nothing was found."""
    if is_track_table(path) or is_cvat_video(path) or is_frame_list(path) or holds_nothing(path):
        return True
    return _is_of_texts(path) and (looks_tracked(path) or _is_without_rows(path))


def _is_without_rows(path: Path) -> bool:
    """Whether these are results in which nothing was found: files of sequences, every one of them empty."""
    found = track_files(path)
    return found is not None and found.kind == "sizes" and not any(map(_holds_text, found.files.values()))


@refuses_other_kinds
def looks_tracked(path: Path) -> bool:
    """Whether there are files of tracks, and some row says which track it is of.

    Examples
    --------
    >>> looks_tracked(Path("nowhere"))
    False
    """
    found = track_files(path)
    if found is None:
        return False
    if found.kind == "palettes":
        return all(map(has_palette, found.files.values()))
    if found.kind != "sizes":
        return True
    return any(_names_tracks(file) for file in found.files.values())


def _shown_folders(path: Path) -> list[Path]:
    """Folders in order; hidden ones hold no data of anybody."""
    return [each for each in sorted(path.iterdir()) if each.is_dir() and not each.name.startswith(".")]


def _files(path: Path) -> dict[str, Path]:
    if not path.is_dir():
        return {_own_name(path): path} if path.is_file() else {}
    for own in (path / "gt" / "gt.txt", path / "gt.txt"):
        if own.is_file():
            return {_own_name(own): own}
    for kind in ("gt", "det"):
        nested = {file.parents[1].name: file for file in sorted(path.glob(f"[!.]*/{kind}/{kind}.txt"))}
        if nested:
            return nested
    splits = [folder for folder in _shown_folders(path) if any(folder.glob("[!.]*/gt/gt.txt"))]
    if len(splits) == 1:
        return _files(splits[0])
    for name in _FOLDERS:
        flat = {file.stem: file for file in sorted((path / name).glob("*.txt")) if file.is_file()}
        flat = {stem: file for stem, file in flat.items() if not stem.startswith(("pedestrian_", "README"))}
        if flat:
            return flat
    return {}


def _own_name(file: Path) -> str:
    if without_packing(file.name) == "gt.txt":
        home = file.absolute().parent
        return home.parent.name if home.name == "gt" else home.name
    return Path(without_packing(file.name)).stem


def _lines(file: Path) -> list[str]:
    try:
        with open_file(file) as stream:
            head = start_of(stream, _HEAD)
    except (InputError, OSError):
        return []
    lines = head.decode("utf-8-sig", "replace").split("\n")
    if len(head) == _HEAD and len(lines) > 1:  # run lengths may be longer
        lines = lines[:-1]
    return [line.strip() for line in lines[:_LINES] if line.strip()]


def _holds_text(file: Path) -> bool:
    return bool(_lines(file))


def _kind(file: Path) -> Kind | None:
    """What most of the first lines are; the reader says what is wrong with others."""
    lines = _lines(file)
    commas = [[word.strip() for word in line.split(",")] for line in lines]
    blanks = [line.split() for line in lines]
    if _most(commas, _has_sizes) or _most(blanks, _has_sizes):
        return "sizes"
    if _most(blanks, _has_masks):
        return "masks"
    return "corners" if _most(blanks, _has_corners) else None


def _kind_by_list(files: Mapping[str, Path]) -> Kind:
    """Of files without any row: the list of KITTI's sequences lies beside its labels."""
    homes = next(iter(files.values())).absolute().parents[:3]
    for name, kind in _LISTS:
        if any(next(home.glob(f"{name}*"), None) is not None for home in homes):
            return kind
    return "sizes"


def _most(lines: list[list[str]], fits: Callable[[list[str]], bool]) -> bool:
    return 2 * sum(map(fits, lines)) > len(lines)


def _has_sizes(words: list[str]) -> bool:
    if not (6 <= len(words) <= 10 and are_numbers(words[:2]) and are_meant_as_numbers(words[2:])):
        return False
    whole = all(float(word) == int(float(word)) for word in words[:2])
    return whole and not _is_of_one_picture(words)


def _is_of_one_picture(words: list[str]) -> bool:
    """A row of aerial benchmarks: a box, a share, a category and two states, with neither frame nor track."""
    if len(words) != _WIDE or not words[5].isdecimal() or not _STATES.issuperset(words[6:]):
        return False
    return 0 <= float(words[4]) <= 1  # a track would be a pixel wide


def _has_corners(words: list[str]) -> bool:
    return 17 <= len(words) <= 18 and are_numbers(words[:2] + words[3:])


def _has_masks(words: list[str]) -> bool:
    return len(words) == 6 and are_numbers(words[:5]) and all("." not in word for word in words[:5])


def _names_tracks(file: Path) -> bool:
    words = [line.replace(",", " ").split() for line in _lines(file)]
    return any(_has_sizes(each) and float(each[1]) != -1 for each in words)
