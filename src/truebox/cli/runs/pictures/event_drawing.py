"""The run behind ``truebox draw --events``: evaluate, draw the gravest events, say what was left out."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox import drawing, evaluation
from truebox._writing.cannot_write import telling_target
from truebox._writing.counted import grouped
from truebox._writing.filled_folder import filled_folder
from truebox.cli.runs.pictures.drawn_files import safe_name, save_clip, save_drawn
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.progress import counting
from truebox.cli.terminal.standard_output import write_stdout
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.drawing import EventPictures
    from truebox.evaluation import TrackResult

__all__ = ["draw_events"]

_LIST, _MADE_BY = "events.json", "truebox draw --events"
_MOST = 20
_SHOWN = 3


def draw_events(
    *,
    truth: str,
    tracker: str,
    events: Sequence[str],
    images: Path | None,
    clip: str | None,
    protocol: str | None,
    box_format: str | None,
    of_tracks: dict[str, Any],
    theme: str,
    limit: int | None,
    out: str | None,
    quiet: bool,
) -> None:
    """Draw events into a folder; the parameters are the options of ``truebox draw``.

    Raises
    ------
    ArgumentError
        The folder holds what this command did not write, or a clip cannot be made.
    InputError
        A file is refused, or no frame has its picture.
    """
    target = Path(out or "events")
    earlier = _own_files(target)
    run = evaluation.TrackRun(truth, protocol=protocol, mode="strict", box_format=box_format, **of_tracks)
    result = run.evaluated(run.read(tracker))
    beside = _beside(truth) if images is None else None
    pictures = drawing.EventPictures(
        result, images=images or beside, theme=theme, own_names=beside is not None
    )
    places = pictures.events.gravest(limit or _MOST, events).tolist()
    count = sum(pictures.events.counts()[kind] for kind in events)
    if not quiet:
        notify([str(finding) for finding in result.warnings])
    if not places:
        write_stdout(f"No event of these kinds: {', '.join(events)}. Nothing was drawn.\n")
        return
    with _written(target, earlier) as part:
        rows = _draw(pictures, places, part, clip, names=_names(result, pictures, places))
        if images is not None and not pictures.with_picture:
            raise _no_picture(images, pictures.without_picture)
        listed = {"made_by": _MADE_BY, "truth": truth, "tracker": tracker, "events": rows}
        (part / _LIST).write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    if not quiet:
        notify(_said(target, len(places), count, images, pictures, truth=truth))
    write_stdout(f"{target}\n")


def _beside(truth: str) -> Path:
    """Where frames lie that nobody named: as benchmarks have it, with the files of the truth."""
    path = Path(truth)
    return path if path.is_dir() else path.parent


def _names(result: TrackResult, pictures: EventPictures, places: Sequence[int]) -> list[str]:
    """Sequence, frame and kind of each, which sort by time."""
    rows = list(pictures.events.rows())
    taken: set[str] = set()
    several = len(result.truth.sequences) > 1
    return [
        safe_name(
            "-".join(
                [*([rows[at][0]] if several else []), f"{rows[at][2]:06d}", rows[at][3].replace(" ", "-")]
            )
            + ".png",
            taken,
        )
        for at in places
    ]


def _draw(
    pictures: EventPictures, places: Sequence[int], part: Path, clip: str | None, *, names: Sequence[str]
) -> list[dict[str, Any]]:
    """Write every picture, and return the list of them."""
    drawn: dict[int, dict[str, Any]] = {}
    rows = list(pictures.events.rows())
    # In order of time, so that videos are read once; the list has the gravest first.
    with counting("Drawing") as progress:
        in_time = sorted(zip(places, names, strict=True), key=lambda each: rows[each[0]][:3])
        for done, (place, name) in enumerate(in_time, start=1):
            entry = {"sheet": name}
            if clip is not None:
                entry["clip"] = f"{Path(name).stem}.{clip}"
                save_clip(pictures.clip(place), part / entry["clip"])
            save_drawn(pictures.sheet(place), part / name)
            drawn[place] = (
                entry
                | {"words": pictures.words(place)}
                | dict(zip(pictures.events.names, rows[place], strict=True))
            )
            if progress is not None:
                progress(done, len(places))
    return [drawn[place] for place in places]


def _own_files(target: Path) -> list[str]:
    """What an earlier run drew there; refuse a folder with anything else in it."""
    if target.exists() and not target.is_dir():
        raise ArgumentError(f"--out {target}: this is a file; give the path of a folder")
    there = sorted(path.name for path in target.iterdir()) if target.is_dir() else []
    if not there:
        return []
    try:
        listed = json.loads((target / _LIST).read_text(encoding="utf-8"))
        own = {
            _LIST,
            *(each[what] for each in listed["events"] for what in ("sheet", "clip") if what in each),
        }
        ours = listed["made_by"] == _MADE_BY
    except (OSError, ValueError, LookupError, TypeError):
        own, ours = set(), False
    others = [name for name in there if name not in own]
    if not ours or others:
        shown = ", ".join(others[:_SHOWN]) + (", ..." if len(others) > _SHOWN else "")
        raise ArgumentError(
            f"--out {target}: this folder holds what no earlier run drew ({shown}), and is left alone; "
            "give a new or an empty folder"
        )
    return there


@contextmanager
def _written(target: Path, earlier: Collection[str]) -> Iterator[Path]:
    """A folder to fill; when that went well, what an earlier run drew and this one did not is taken away."""
    with filled_folder(target) as part:
        yield part
        new = {path.name for path in part.iterdir()}
    with telling_target(target):
        for name in set(earlier) - new:
            (target / name).unlink()


def _no_picture(images: Path, missing: set[tuple[str, int]]) -> InputError:
    sequence, frame = min(missing)
    where = f"{sequence}/img1/{frame:06d}.jpg" if sequence else f"{frame:06d}.jpg"
    return InputError(
        "E-562",
        str(images),
        f"none of the {len(missing):,} frames to be drawn has its picture here (such as {where})",
        "give the folder with frames (SEQ/img1) or a video (SEQ.mp4) of each sequence, named as in the truth",
    )


def _said(
    target: Path, drawn: int, count: int, images: Path | None, pictures: EventPictures, *, truth: str
) -> list[str]:
    line = f"{target}: {grouped(drawn, 'event')} drawn"
    lines = [line if drawn == count else f"{line}, the gravest of {count:,} (--limit)"]
    if not pictures.with_picture:
        lines.append("Boxes stand on a canvas: no folder of frames or videos was named (--images)")
    elif pictures.without_picture:
        sequence, frame = min(pictures.without_picture)
        missing = grouped(len(pictures.without_picture), "frame has", "frames have")
        where = images or _beside(truth)
        lines.append(f"{missing} no picture in {where} and stand on a canvas (first: {sequence} {frame})")
    elif images is None:
        lines.append(f"Pictures of the frames are those in {_beside(truth)}")
    return lines
