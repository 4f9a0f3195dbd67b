"""Folders of sequences with one object each, and folders of what trackers found in them.

Facts relied on (got-10k/toolkit at 956e728, and the data sets as they are published):

- OTB: ``SEQ/groundtruth_rect.txt``; of several objects ``groundtruth_rect.1.txt`` and so on, of which empty
  ones are none; these are called ``SEQ.1``, ``SEQ.2``. Results are ``SEQ.txt``.
- LaSOT: ``CLASS/SEQ/groundtruth.txt`` with ``full_occlusion.txt`` and ``out_of_view.txt``; results as OTB.
- GOT-10k: ``SEQ/groundtruth.txt`` with ``cover.label``, ``absence.label`` and ``meta_info.ini``, which says
  the size of the pictures; results are ``SEQ/SEQ_001.txt``, and further repetitions ``SEQ_002.txt``.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._writing.counted import counted
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.single_objects.box_lines import read_box_lines, read_flags
from truebox.evaluation.single_objects.choosing import TRUTHS, folders_in, true_files
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.evaluation.single_objects.protocol import SingleObjectProtocol
    from truebox.typing import FloatArray

__all__ = ["FollowedBoxes", "read_followed", "read_found"]

_HIDDEN = ("full_occlusion.txt", "out_of_view.txt")
_COVER, _ABSENCE, _META = "cover.label", "absence.label", "meta_info.ini"
_SIZE = re.compile(r"^resolution:\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)", re.MULTILINE)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FollowedBoxes:
    """The boxes of one side.

    Parameters
    ----------
    source : Source
    boxes : dict of str to tuple of array [T, 4]
        Of each sequence, of each repetition; the truth has one.
    files : dict of str to tuple of Path
        Where they stand.
    cover, resolution, hidden : dict of str to value
        Of the truth, where its files say it: what is visible of the object, the size of the pictures, and
        where the object is occluded or out of view.
    """

    source: Source
    boxes: dict[str, tuple[FloatArray, ...]]
    files: dict[str, tuple[Path, ...]]
    cover: dict[str, FloatArray] = field(default_factory=dict)
    resolution: dict[str, tuple[int, int]] = field(default_factory=dict)
    hidden: dict[str, FloatArray] = field(default_factory=dict)

    def __len__(self) -> int:
        return sum(len(each) for runs in self.boxes.values() for each in runs)


def read_followed(given: Any, protocol: SingleObjectProtocol) -> FollowedBoxes:
    """The truth in a folder.

    Raises
    ------
    ArgumentError
        It is no folder.
    InputError
        E-581: no file of true boxes; E-596, E-597: lines that are no boxes, or are not as many as frames;
        E-598: the size of the pictures is needed and not said.
    """
    path = _folder(given, "truth")
    files = true_files(path)
    if not files:
        problem = f"no {' or '.join(TRUTHS)} in this folder and those below"
        raise InputError("E-581", str(path), problem, "name the folder that holds the sequences")
    boxes = {name: read_box_lines(file) for name, file in files.items()}
    cover, resolution, hidden = {}, {}, {}
    for name, file in files.items():
        frames = len(boxes[name])
        if protocol.pooled:
            resolution[name] = _size(file.parent)
            if (file.parent / _COVER).is_file():
                cover[name] = read_flags(file.parent / _COVER, frames)
            elif (file.parent / _ABSENCE).is_file():
                cover[name] = 1 - read_flags(file.parent / _ABSENCE, frames)
        flags = [read_flags(file.parent / each, frames) for each in _HIDDEN if (file.parent / each).is_file()]
        if flags:
            hidden[name] = sum(flags[1:], start=flags[0])
    return FollowedBoxes(
        source=Source(str(path), protocol.name, f"{protocol.title} sequences", path),
        boxes={name: (each,) for name, each in boxes.items()},
        files={name: (each,) for name, each in files.items()},
        cover=cover,
        resolution=resolution,
        hidden=hidden,
    )


def _size(folder: Path) -> tuple[int, int]:
    file = folder / _META
    said = _SIZE.search(file.read_text(encoding="utf-8", errors="replace")) if file.is_file() else None
    if said is None:
        problem = "the size of the pictures is not said, and boxes are clipped to it"
        fix = "write a line such as 'resolution: (1920, 1080)', width and height, under its first"
        raise InputError("E-598", str(file), problem, fix)
    return int(said[1]), int(said[2])


def read_found(given: Any, truth: FollowedBoxes, protocol: SingleObjectProtocol) -> FollowedBoxes:
    """What one tracker found in the sequences of a truth.

    Raises
    ------
    ArgumentError
        It is no folder.
    InputError
        E-581: it holds the folders of trackers; E-582: a sequence has no file; E-596, E-597 as the truth.
    """
    path = _folder(given, "predictions")
    known = _result_files(path)
    files = {name: _files_of(path, name, known, several=protocol.pooled) for name in truth.boxes}
    missing = [name for name, held in files.items() if not held]
    if missing:
        _refuse_trackers(path, truth, protocol)
        problem = f"{counted(len(missing), 'sequence')} of {len(files)} not there, such as {missing[0]}.txt"
        fix = "write one file for every sequence of the truth"
        first = next((each for each in missing if _is_unclaimed(path, f"{each}_1", truth)), None)
        if first is not None:
            problem += f"; {first}_1.txt is there, a name that no sequence has"
            fix = f"rename {first}_1.txt {first}.txt, and {fix}" if missing[1:] else f"rename it {first}.txt"
        raise InputError("E-582", str(path), problem, fix)
    boxes = {}
    for name, held in files.items():
        runs = [read_box_lines(file) for file in held]
        for file, run in zip(held, runs, strict=True):
            frames = len(truth.boxes[name][0])
            if len(run) != frames:
                problem = f"{counted(len(run), 'line')}, and the truth ({truth.files[name][0]}) has {frames}"
                fix = "write one box for every frame, the first included; 0,0,0,0 where nothing is found"
                raise InputError("E-597", str(file), problem, fix)
        boxes[name] = tuple(runs)
    return FollowedBoxes(
        source=Source(str(given), protocol.name, f"{protocol.title} results", path), boxes=boxes, files=files
    )


def _folder(given: Any, side: str) -> Path:
    if not isinstance(given, str | os.PathLike) or not Path(given).is_dir():
        raise ArgumentError(f"{side}: expected a folder, got {given!r:.80}. Fix: name the folder.")
    return Path(given)


def _key(name: str) -> str:
    """How a name is looked for where it is not there letter by letter: ``jogging-1`` is ``Jogging.1``."""
    return name.lower().replace("-", ".")


def _result_files(path: Path) -> dict[str, Path]:
    return {_key(each.stem): each for each in sorted(path.glob("*.txt"))}


def _files_of(path: Path, name: str, known: dict[str, Path], *, several: bool) -> tuple[Path, ...]:
    exact = path / f"{name}.txt"
    if exact.is_file():
        return (exact,)
    # Without repetitions Car_1 beside other sequences is one of its own: three digits tell a lone first run.
    number = r"\d+" if several else "0*1"
    for folder in (path / name, path):
        least = 3 if folder == path and not several else 0
        runs = sorted(
            each
            for each in folder.glob("*.txt")
            if re.fullmatch(rf"{re.escape(name)}_(?=\d{{{least},}}$){number}", each.stem)
        )
        if runs:
            return tuple(runs) if several else (runs[0],)
    other = known.get(_key(name))
    return () if other is None else (other,)


def _is_unclaimed(path: Path, name: str, truth: FollowedBoxes) -> bool:
    return name not in truth.boxes and (path / f"{name}.txt").is_file()


def _refuse_trackers(path: Path, truth: FollowedBoxes, protocol: SingleObjectProtocol) -> None:
    """Refuse a folder of folders of trackers, and name these."""
    trackers = [
        folder
        for folder in folders_in(path)
        if any(
            _files_of(folder, name, _result_files(folder), several=protocol.pooled) for name in truth.boxes
        )
    ]
    if trackers:
        names = ", ".join(folder.name for folder in trackers[:5]) + (" ..." if len(trackers) > 5 else "")
        problem = f"it holds the folders of {counted(len(trackers), 'tracker')}: {names}"
        raise InputError(
            "E-581", str(path), problem, f"name those you mean: {' '.join(map(str, trackers[:5]))}"
        )
