"""The run behind ``truebox demo --tracks``: make sequences, evaluate two trackers in them, say what next."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from truebox import evaluation, generation, report
from truebox._writing.counted import grouped
from truebox._writing.escaping import escape_terminal
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.screen import both_on_screen, columns, stdout_on_screen
from truebox.cli.terminal.shell_word import shell_word
from truebox.cli.terminal.standard_output import write_stdout
from truebox.report import blocks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.evaluation import TrackResult
    from truebox.generation import TrackWorld

__all__ = ["run_track_demo", "words_on_tracks"]


def run_track_demo(folder: str, frames: int, seed: int, *, quiet: bool = False) -> list[TrackResult]:
    """Make the world in `folder`, and return the results; the parameters are those of ``truebox demo``.

    Raises
    ------
    ArgumentError
        The folder holds something else, or cannot be written.
    """
    world = generation.make_track_world(frames, seed=seed)
    place = generation.write_track_world(world, folder)
    run = evaluation.TrackRun(str(place / "gt"), protocol=None, mode="strict")
    results = [run.evaluated(run.read(str(place / f"tracker{tracker.name}"))) for tracker in world.trackers]
    if not quiet:
        notify([escape_terminal(_what_was_written(world, str(place))), *blocks.finding_lines(results)])
        notify([""] if both_on_screen() else [])
    table = report.to_table(results, styled=stdout_on_screen(), width=columns())
    write_stdout(table + words_on_tracks(world, folder))
    return results


def words_on_tracks(world: TrackWorld, folder: str) -> str:
    """Say what was planted in the trackers, and which commands to try on them."""
    truth, detections, own, *trackers = (
        shell_word(str(Path(folder) / name))
        for name in ("gt", "det", "mine", *(f"tracker{tracker.name}" for tracker in world.trackers))
    )
    lines = (
        "",
        *(f"Planted in tracker {name}: {_faults(counts)}." for name, counts in world.planted.items()),
        f"They are counted in {Path(folder) / 'world.json'}.",
        "",
        "Try next:",
        f"  truebox eval {truth} {' '.join(trackers)}",
        f"  truebox compare {truth} {' '.join(trackers)}",
        f"  truebox eval {truth} {trackers[-1]} --events -",
        f"  truebox draw {truth} {trackers[-1]} --events switch --clip",
        f"  truebox track {detections} --out {own}",
        f"  truebox eval {truth} {own}",
    )
    return "".join(f"{escape_terminal(line)}\n" for line in lines)


def _faults(counts: Mapping[str, int]) -> str:
    named = (
        (counts["exchanges"], "exchange of two ids", "exchanges of two ids"),
        (counts["returns"], "return under a new id", "returns under a new id"),
        (counts["new_ids"], "new id in the middle", "new ids in the middle"),
        (counts["gaps"], "bridged gap"),
        (counts["missed"], "missed detection"),
        (counts["false_tracks"], "false track"),
    )
    return ", ".join(grouped(count, *names) for count, *names in named if count) or "nothing"


def _what_was_written(world: TrackWorld, folder: str) -> str:
    people = sum(int(walks.person.max()) + 1 for walks in world.walks)
    return (
        f"{folder}: {grouped(len(world.names), 'sequence')} of {grouped(world.frames, 'frame')}, "
        f"{people} people, {sum(map(len, world.seen)):,} detections, "
        f"{grouped(len(world.trackers), 'tracker')}"
    )
