"""The run behind ``truebox track``: read detections, follow them, write a file for every sequence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox import datasets, tracking
from truebox._writing.counted import grouped
from truebox._writing.escaping import escape_terminal
from truebox._writing.whole_folder import whole_folder
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.progress import counting
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.records import TrackedSequence

__all__ = ["run_tracking"]


def run_tracking(*, detections: str, out: str, method: str, filtered: bool, quiet: bool) -> None:
    """Follow every sequence; the parameters are the options of ``truebox track``.

    Raises
    ------
    InputError
        There are no detections, or a line is wrong.
        Or the folder has something in it already (E-445).
    """
    if not out:
        raise ArgumentError("--out: an empty name; name a new folder")
    found = datasets.read_tracks(Path(detections), "predictions", name=detections)
    if found.layout != "xywh":
        fix = "write frame, -1, left, top, width, height, score"
        raise InputError(
            "E-581", detections, "these are labels of KITTI, not detections of MOTChallenge", fix
        )
    keep = "filtered" if filtered else "detections"
    texts, tracks, boxes = {}, 0, 0
    with counting("Tracking") as progress:
        for place, sequence in enumerate(found.sequences):
            lines, count = _tracked(sequence, method, keep)
            texts[sequence.name] = "".join(lines)
            tracks, boxes = tracks + count, boxes + len(lines)
            if progress is not None:
                progress(place + 1, len(found.sequences))
    with whole_folder(Path(out)) as folder:
        for name, text in texts.items():
            (folder / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")
    if not quiet:
        text = (
            f"{out}: {grouped(tracks, 'track')} with {grouped(boxes, 'box', 'boxes')} in "
            f"{grouped(len(texts), 'sequence')}, of {len(found):,} detections ({method})"
        )
        notify([escape_terminal(text)])


def _tracked(sequence: TrackedSequence, method: str, keep: str) -> tuple[list[str], int]:
    """Lines of a result, and how many tracks they have."""
    last = int(sequence.frame.max()) + 1 if len(sequence) else 0
    order = np.argsort(sequence.frame, kind="stable")
    bounds = np.searchsorted(sequence.frame[order], np.arange(last + 1))
    rows = [order[bounds[frame] : bounds[frame + 1]] for frame in range(last)]
    frames = [(sequence.boxes[each], sequence.score[each]) for each in rows]
    made = tracking.track(frames, method=method, box_format="xywh", keep=keep)
    lines = []
    tracks: set[int] = set()
    for frame, (own, each) in enumerate(zip(rows, made, strict=True)):
        tracks.update(each.track_id.tolist())
        scores = sequence.score[own[each.row]].tolist()
        for track, box, score in zip(each.track_id.tolist(), each.boxes.tolist(), scores, strict=True):
            numbers = ",".join(f"{value:.10g}" for value in (*box, score))
            lines.append(f"{frame + sequence.first},{track},{numbers},-1,-1,-1\n")
    return lines, len(tracks)
