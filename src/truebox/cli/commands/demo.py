"""``truebox demo``: make a small world, evaluate two imaginary detectors in it, say what to try next."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truebox import datasets, evaluation, generation
from truebox import report as reports
from truebox._writing.counted import grouped
from truebox._writing.escaping import escape_terminal
from truebox.cli.runs.outputs import plan_outputs, write_file
from truebox.cli.runs.report_page import page_text
from truebox.cli.runs.saying import say
from truebox.cli.runs.track_demo import run_track_demo
from truebox.cli.terminal.help_page import HelpPage, option
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.progress import counting
from truebox.cli.terminal.screen import both_on_screen, columns, stdout_on_screen
from truebox.cli.terminal.shell_word import shell_word
from truebox.cli.terminal.standard_output import write_stdout
from truebox.errors import MissingExtraError
from truebox.report import blocks

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.generation import World

__all__ = ["closing_words", "demo", "table_of"]

_WORLD, _OUTPUT, _RUN = "World", "Output", "Run"

_EPILOG = """
Examples:
  truebox demo                          60 pictures, truth and two detectors in truebox-demo
  truebox demo big --images 5000 --no-pictures
  truebox demo other --seed 1           another world
  truebox demo --report                 a page with the pictures, to open in a browser
  truebox demo --tracks                 three sequences and two trackers in truebox-demo-tracks

The same seed makes the same world everywhere. An earlier demo in FOLDER is replaced;
a folder with anything else in it is left alone.
"""


_BESIDE = "beside FOLDER"  # no file's name: it does not end as a page does


class _DemoCommand(HelpPage):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Let ``--report`` stand alone: what follows is its file only where it ends as a page does."""
        filled, rest = [], list(args)
        while rest:
            argument = rest.pop(0)
            if argument == "--":
                filled += [argument, *rest]
                break
            if argument == "--report":
                named = bool(rest) and rest[0].lower().endswith((".html", ".htm"))
                argument = f"--report={rest.pop(0) if named else _BESIDE}"
            filled.append(argument)
        return super().parse_args(ctx, filled)


@click.command("demo", cls=_DemoCommand, epilog=_EPILOG)
@click.argument("folder", required=False)
@option(
    _WORLD,
    "--tracks",
    is_flag=True,
    help="Sequences, detections and two trackers instead, in files of MOTChallenge; nothing is painted.",
)
@option(
    _WORLD,
    "--images",
    type=click.IntRange(min=1),
    metavar="N",
    default=60,
    help="How many images, at least 1; of tracks in each of three sequences. Default: 60.",
)
@option(
    _WORLD,
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    default=7,
    help="Which world, at least 0. Default: 7.",
)
@option(_OUTPUT, "--no-pictures", is_flag=True, help="Write truth and detections only.")
@option(
    _OUTPUT,
    "--report",
    metavar="[FILE.html]",
    help="Also the report page of both detectors or trackers. Default file: FOLDER-report.html.",
)
@option(_RUN, "-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
@option(_RUN, "--debug", is_flag=True, help="Show the traceback of an error.")
def demo(
    folder: str | None,
    *,
    tracks: bool,
    images: int,
    seed: int,
    no_pictures: bool,
    report: str | None,
    quiet: bool,
    debug: bool,
) -> None:
    """Make a small world in FOLDER (default: truebox-demo) and evaluate two detectors in it.

    Pictures of shapes, their truth with a labelling mistake or two, and two imaginary detectors whose
    faults are known and counted. Nothing is downloaded.
    """
    folder = folder or ("truebox-demo-tracks" if tracks else "truebox-demo")
    page = f"{os.path.normpath(folder)}-report.html" if report == _BESIDE else report
    plan_outputs({"report": page}, coco_text=False)
    if tracks and no_pictures:
        raise click.UsageError("--no-pictures has no meaning with --tracks, which paints none.")
    if tracks:
        trackers = run_track_demo(folder, images, seed, quiet=quiet)
        if page is not None:
            _write_report(trackers, page, None, quiet=quiet)
        return
    world = generation.make_world(images, seed=seed)
    try:
        with counting("Painting") as progress:
            generation.write_world(world, folder, pictures=not no_pictures, progress=progress)
    except MissingExtraError as error:
        if not quiet:
            notify([f"No pictures this time, everything else is there. {error}"])
        no_pictures = True
    results = _evaluated(world, Path(folder))
    if not quiet:
        notify([_what_was_written(world, str(Path(folder)), pictures=not no_pictures)])
        notify(blocks.finding_lines(results))
    if page is not None:
        _write_report(results, page, None if no_pictures else Path(folder) / "images", quiet=quiet)
    notify([""] if both_on_screen() and not quiet else [])
    write_stdout(table_of(results) + closing_words(world, folder))


def table_of(results: Sequence[Result]) -> str:
    """Give the results side by side as the table of ``truebox eval``."""
    return reports.to_table(results, styled=stdout_on_screen(), width=columns())


def closing_words(world: World, folder: str) -> str:
    """Say what was planted in the world, and which commands to try on it."""
    counts = world.planted.truth
    planted = [
        grouped(count, *names)
        for count, *names in (
            (counts["missing_annotation"], "missing annotation"),
            (counts["wrong_class"], "wrong class", "wrong classes"),
            (counts["crowds"], "crowd"),
            (counts["empty_images"], "empty image"),
        )
        if count
    ]
    truth, *files = (
        shell_word(str(Path(folder) / name))
        for name in ("truth.json", *(f"detector_{detector.name}.json" for detector in world.detectors))
    )
    lines = (
        "",
        *([f"In this truth, on purpose: {', '.join(planted)}."] if planted else []),
        f"Every planted fault, the detectors' too, is counted in {Path(folder) / 'world.json'}.",
        "",
        "Try next:",
        f"  truebox eval {truth} {files[-1]}",
        f"  truebox compare {truth} {' '.join(files)}",
        f"  truebox eval {truth} {files[-1]} --coco-text",
        f"  truebox eval {truth} {files[-1]} --fail-under AP=0.3",
        f"  truebox check {truth} {files[-1]}",
    )
    return "".join(f"{escape_terminal(line)}\n" for line in lines)


def _write_report(results: Sequence[Any], page: str, images: Path | None, *, quiet: bool) -> None:
    """Write the page, and say how to open it."""
    said = say(results, asked=True, threads=None)
    write_file(page, page_text(results, said, None, images=images))
    if quiet:
        return
    size = os.path.getsize(page) / 1e6
    address = Path(page).resolve().as_uri()
    notify([f"{page}: the report page ({size:.1f} MB, works offline). Open it in a browser: {address}"])


def _evaluated(world: World, folder: Path) -> list[Result]:
    """Evaluate what the files hold, as ``truebox eval`` would."""
    names = [str(folder / f"detector_{detector.name}.json") for detector in world.detectors]
    truth, found = datasets.start_reading(str(folder / "truth.json"), names).result()
    return [evaluation.evaluate(truth, predictions) for predictions in found]


def _what_was_written(world: World, folder: str, *, pictures: bool) -> str:
    detections = " and ".join(f"{len(predictions):,}" for predictions in world.predictions)
    painted = "painted" if pictures else "not painted"
    return (
        f"{folder}: {grouped(len(world), 'image')} ({painted}), {len(world.truth):,} annotations of "
        f"{len(world.classes)} classes, {detections} detections of two detectors"
    )
