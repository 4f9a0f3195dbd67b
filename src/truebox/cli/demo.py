"""``truebox demo``: make a small world, evaluate two imaginary detectors in it, say what to try next."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.generation import World

__all__ = ["closing_words", "demo", "table_of"]

_EPILOG = """
\b
Examples:
  truebox demo                          60 pictures, truth and two detectors in truebox-demo
  truebox demo big --images 5000 --no-pictures
  truebox demo other --seed 1           another world

The same seed makes the same world everywhere.
"""


@click.command("demo", epilog=_EPILOG)
@click.argument("folder", default="truebox-demo")
@click.option("--images", type=click.IntRange(min=1), default=60, show_default=True, help="How many images.")
@click.option("--seed", type=click.IntRange(min=0), default=7, show_default=True, help="Which world.")
@click.option("--no-pictures", is_flag=True, help="Write truth and detections only.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def demo(folder: str, images: int, seed: int, no_pictures: bool, debug: bool) -> None:
    """Make a small world in FOLDER (default: truebox-demo) and evaluate two detectors in it.

    Pictures of shapes, their truth with a labelling mistake or two, and two imaginary detectors whose
    faults are known and counted. Nothing is downloaded.
    """
    # Here, so that the help does not wait for NumPy.
    from truebox.errors import ArgumentError, MissingExtraError  # noqa: PLC0415
    from truebox.generation import make_world, write_world  # noqa: PLC0415

    world = make_world(images, seed=seed)
    try:
        write_world(world, folder, pictures=not no_pictures, progress=_progress())
    except MissingExtraError as error:
        click.echo(f"No pictures this time, everything else is there. {error}", err=True)
        no_pictures = True
    except OSError as error:
        raise ArgumentError(
            f"cannot write to {folder}: {error.strerror}; give the path of another folder"
        ) from None
    click.echo(_what_was_written(world, folder, pictures=not no_pictures), err=True)
    click.echo(table_of(_evaluated(world, Path(folder))), nl=False)
    click.echo(closing_words(world, folder))


def table_of(results: Sequence[Result]) -> str:
    """Give the results side by side as the table of ``truebox eval``."""
    from truebox.report import to_table  # noqa: PLC0415

    columns = shutil.get_terminal_size((100, 24)).columns
    return to_table(results, styled=sys.stdout.isatty(), width=columns)


def closing_words(world: World, folder: str) -> str:
    """Say what was planted in the world, and which commands to try on it."""
    counts = world.planted.truth
    planted = ", ".join(
        (
            _counted(counts["missing_annotation"], "missing annotation"),
            _counted(counts["wrong_class"], "wrong class", "wrong classes"),
            _counted(counts["crowds"], "crowd"),
            _counted(counts["empty_images"], "empty image"),
        )
    )
    truth, *files = (
        _shell_word(str(Path(folder) / name))
        for name in ("truth.json", *(f"detector_{detector.name}.json" for detector in world.detectors))
    )
    commands = (
        f"truebox eval {truth} {files[0]}",
        f"truebox eval {truth} {' '.join(files)} --md",
        f"truebox eval {truth} {files[-1]} --coco-text",
        f"truebox eval {truth} {files[0]} --json",
    )
    lines = (
        "",
        f"In this truth, on purpose: {planted}. Every planted fault is in {Path(folder) / 'world.json'}.",
        "",
        "Try next:",
        *(f"  {command}" for command in commands),
    )
    return "\n".join(lines)


def _evaluated(world: World, folder: Path) -> list[Result]:
    from truebox.evaluation import evaluate  # noqa: PLC0415

    truth = str(folder / "truth.json")
    return [evaluate(truth, str(folder / f"detector_{detector.name}.json")) for detector in world.detectors]


def _what_was_written(world: World, folder: str, *, pictures: bool) -> str:
    detections = " and ".join(f"{len(predictions):,}" for predictions in world.predictions)
    painted = "painted" if pictures else "not painted"
    return (
        f"{folder}: {_counted(len(world), 'image')} ({painted}), {len(world.truth):,} annotations of "
        f"{len(world.classes)} classes, {detections} detections of two detectors"
    )


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def _shell_word(path: str) -> str:
    """Quote a path for the shells of every system, where that is needed."""
    plain = all(letter.isalnum() or letter in "-_./\\:" for letter in path)
    return path if plain else f'"{path}"'


def _progress() -> Callable[[int, int], None] | None:
    """Count the pictures on a terminal, from the first second on."""
    if not sys.stderr.isatty():
        return None
    started = time.perf_counter()

    def show(done: int, total: int) -> None:
        if time.perf_counter() - started > 1.0:
            click.echo(f"\rPainting {done} of {total}", err=True, nl=done == total)

    return show
