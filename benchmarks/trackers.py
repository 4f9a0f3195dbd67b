"""How long does a tracker take for a frame of 100 objects?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

import numpy as np

from benchmarks.answer import Answer, Row, Target
from benchmarks.asking import main
from benchmarks.call import Array
from benchmarks.made_tracks import TrackFiles, made_tracks
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters

_KINDS = ("SORT", "ByteTrack", "OC-SORT")
_COUNTED = 5
_MOST = 1e-3  # seconds for a frame of 100 objects


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """SORT, ByteTrack and OC-SORT over 100 frames of 100 objects, each with a fresh tracker."""
    answer = Answer(
        "trackers",
        "Tracking by motion and overlap",
        "One process, calls interleaved: a fresh tracker follows the boxes of all frames; times are of all. "
        "Trackers of one name differ in their rules and defaults, so the answers are not compared box by "
        "box: HOTA says how well each follows the same objects, every one with its defaults.",
    )
    modules, answer.skipped = adapters(("roboflow_trackers",), "track")
    answer.skipped.append(("supervision", "has no tracker any more; its makers point to trackers"))
    files = made_tracks(1, 30 if quick else 100, 100)
    truth, frames = _sides(files)
    for kind in _KINDS:
        case = f"{kind}: {files.frames} frames × {files.objects} objects"
        runs: dict[str, Callable[[], Any]] = {"truebox": _ours(kind, frames)}
        runs |= {module.TOOL: module.track(kind, frames) for module in modules}
        verdicts = {tool: f"HOTA {_hota(truth, run()):.3f}" for tool, run in runs.items()}
        for tool, samples in interleave(runs, rounds or (3 if quick else 9)).items():
            answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))
        # Of the processor, so that what else runs on the machine does not decide.
        begun = process_time()
        for _ in range(_COUNTED):
            runs["truebox"]()
        per_frame = (process_time() - begun) / _COUNTED / files.frames
        promise = "truebox: milliseconds of processor time a frame"
        answer.targets.append(Target(case, promise, per_frame / _MOST, 1.0))
    return answer


def _sides(files: TrackFiles) -> tuple[dict[str, Array], list[tuple[Array, Array]]]:
    """The truth, and of every frame the corners and scores of what was detected."""
    (true,) = files.truth.rglob("gt.txt")
    (seen,) = files.tracker.rglob("*.txt")
    rows = np.loadtxt(true, delimiter=",")
    truth = {"frames": rows[:, 0].astype(int), "ids": rows[:, 1].astype(int), "boxes": rows[:, 2:6]}
    found = np.loadtxt(seen, delimiter=",")
    corners = np.concatenate([found[:, 2:4], found[:, 2:4] + found[:, 4:6]], axis=1)
    numbers = range(1, files.frames + 1)
    return truth, [(corners[found[:, 0] == number], found[found[:, 0] == number, 6]) for number in numbers]


def _ours(kind: str, frames: Sequence[tuple[Array, Array]]) -> Callable[[], list[Array]]:
    from truebox import tracking

    tracker_of = {
        "SORT": tracking.SortTracker,
        "ByteTrack": tracking.ByteTracker,
        "OC-SORT": tracking.OcSortTracker,
    }[kind]

    def run() -> list[Array]:
        tracker = tracker_of()
        found = []
        for boxes, scores in frames:
            told = tracker.update(boxes, scores)
            found.append(np.column_stack([told.track_id, told.boxes]))
        return found

    return run


def _hota(truth: dict[str, Array], found: list[Array]) -> float:
    from truebox import tracking

    rows = np.concatenate(found)
    sizes = np.concatenate([rows[:, 1:3], rows[:, 3:5] - rows[:, 1:3]], axis=1)
    frames = np.repeat(np.arange(1, len(found) + 1), [len(each) for each in found])
    sides = {"frames": frames, "ids": rows[:, 0].astype(int), "boxes": sizes}
    return float(tracking.evaluate(truth, sides, protocol="tracks", fit_test=False).metrics["HOTA"] or 0)


if __name__ == "__main__":
    main(ask)
