"""Write a world of tracks to a folder, in the files of MOTChallenge."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from truebox._kinds import refuses_other_kinds
from truebox.generation.tracks.walks import HEIGHT, WIDTH
from truebox.generation.world_folder import MARK, world_folder

if TYPE_CHECKING:
    from os import PathLike

    from truebox.generation.tracks.track_world import TrackWorld
    from truebox.typing import FloatArray

__all__ = ["write_track_world"]

_MADE_BY = "truebox demo --tracks"
_PEDESTRIAN, _STATIC_PERSON = 1, 7


@refuses_other_kinds
def write_track_world(world: TrackWorld, folder: str | PathLike[str]) -> Path:
    """Write a world: the truth in ``gt``, detections in ``det``, every tracker in ``tracker<name>``.

    Truth is ``gt/SEQ/gt/gt.txt`` beside ``gt/SEQ/seqinfo.ini``; all others are ``SEQ.txt``. ``world.json``
    counts what was planted. All files appear together or none does. An earlier world of tracks in the
    folder is replaced.

    Parameters
    ----------
    world : TrackWorld
        What to write.
    folder : path
        Made when absent; otherwise empty, or an earlier world of tracks.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    ArgumentError
        The folder is a file, or holds something else.
    OSError
        It cannot be written; the message names the file.

    Examples
    --------
    >>> import tempfile
    >>> from truebox.generation import make_track_world
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     folder = write_track_world(make_track_world(frames=3), f"{parent}/small")
    ...     sorted(path.name for path in folder.iterdir())
    ['det', 'gt', 'trackerA', 'trackerB', 'world.json']
    """
    folder = Path(folder)
    with world_folder(folder, _MADE_BY) as part:
        facts = {"made_by": _MADE_BY, "sequences": world.names, "frames": world.frames, "seed": world.seed}
        mark = msgspec.json.encode({**facts, "planted": {"trackers": world.planted}})
        (part / MARK).write_bytes(msgspec.json.format(mark, indent=2) + b"\n")
        for number, name in enumerate(world.names):
            _write(part / "gt" / name / "seqinfo.ini", [_told(name, world.frames)])
            _write(part / "gt" / name / "gt" / "gt.txt", _truth_lines(world, number))
            _write(part / "det" / f"{name}.txt", _detection_lines(world, number))
            for place, tracker in enumerate(world.trackers):
                lines = _track_lines(world, place, number)
                _write(part / f"tracker{tracker.name}" / f"{name}.txt", lines)
    return folder


def _write(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def _told(name: str, frames: int) -> str:
    sizes = f"imWidth={WIDTH}\nimHeight={HEIGHT}\n"
    return f"[Sequence]\nname={name}\nimDir=img1\nframeRate=25\nseqLength={frames}\n{sizes}imExt=.jpg\n"


def _box(box: FloatArray) -> str:
    return ",".join(f"{number:.10g}" for number in box.tolist())


def _truth_lines(world: TrackWorld, number: int) -> list[str]:
    walks = world.walks[number]
    lines = []
    for row in range(len(walks)):
        stands = bool(walks.standing[row])
        kind = f"0,{_STATIC_PERSON}" if stands else f"1,{_PEDESTRIAN}"
        whose = f"{walks.frame[row] + 1},{walks.person[row] + 1}"
        lines.append(f"{whose},{_box(walks.boxes[row])},{kind},{walks.visible[row]:.10g}\n")
    return lines


def _detection_lines(world: TrackWorld, number: int) -> list[str]:
    seen = world.seen[number]
    return [
        f"{seen.frame[row] + 1},-1,{_box(seen.boxes[row])},{seen.scores[row]:.10g},-1,-1,-1\n"
        for row in range(len(seen))
    ]


def _track_lines(world: TrackWorld, place: int, number: int) -> list[str]:
    seen, followed = world.seen[number], world.followed[place][number]
    return [
        f"{seen.frame[row] + 1},{track},{_box(seen.boxes[row])},{seen.scores[row]:.10g},-1,-1,-1\n"
        for row, track in zip(followed.rows.tolist(), followed.track.tolist(), strict=True)
    ]
