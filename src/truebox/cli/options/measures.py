"""Options of an evaluation that several commands take: one wording, one type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

import click

from truebox.cli.options.geometry import GEOMETRIES
from truebox.cli.options.geometry_type import Geometries, OneGeometry
from truebox.cli.options.lists import AreaRange, Counts, Names, Thresholds
from truebox.cli.terminal.help_page import option

__all__ = [
    "AREA_RANGES",
    "CATEGORIES",
    "CLASS_AGNOSTIC",
    "GEOMETRY",
    "IMAGE_IDS",
    "IOU_THRESHOLDS",
    "MAX_DETECTIONS",
    "MODE",
    "SEVERAL_GEOMETRIES",
    "THREADS",
    "no_fit_test",
]

_MEASURE, _RUN = "Evaluation", "Run"
_EVERY_SIZE = "all"
_Function = TypeVar("_Function", bound=Callable[..., Any])
_Ranges: TypeAlias = Sequence[tuple[str, tuple[float, float]]]


def _labelled_once(ctx: click.Context, param: click.Parameter, ranges: _Ranges) -> _Ranges:
    """A label given twice would silently mean its last range, and so would that of all sizes."""
    labels = [label for label, _ in ranges]
    repeated = [label for label in dict.fromkeys(labels) if labels.count(label) > 1]
    if repeated:
        raise click.UsageError(f"--area-range names {repeated[0]!r} twice; give every range its own label.")
    if _EVERY_SIZE in labels:
        raise click.UsageError(
            f"--area-range: {_EVERY_SIZE!r} is the range of every size, which AP itself is of and which is "
            "always there. Fix: give your range another label."
        )
    return ranges


MODE = option(
    _MEASURE,
    "--mode",
    type=click.Choice(["strict", "corrected"]),
    default="strict",
    help="The reference's numbers to the last bit (strict, the default), or its quirks mended.",
)
GEOMETRY = option(
    _MEASURE,
    "--geometry",
    type=OneGeometry(list(GEOMETRIES)),
    help="What overlaps. Default: what the predictions hold; boxes where they hold several.",
)
SEVERAL_GEOMETRIES = option(
    _MEASURE,
    "--geometry",
    type=Geometries(list(GEOMETRIES)),
    help="What overlaps; several with commas, such as boxes,masks, each evaluated as by itself. Default: "
    "what the predictions hold; boxes where they hold several.",
)
IOU_THRESHOLDS = option(
    _MEASURE,
    "--iou-thresholds",
    type=Thresholds(),
    help="A list, or first:last:step. Default: 0.5:0.95:0.05.",
)
MAX_DETECTIONS = option(
    _MEASURE,
    "--max-detections",
    type=Counts(),
    help="How many detections count per image and class, best scores first. Default: 1,10,100.",
)
AREA_RANGES = option(
    _MEASURE,
    "--area-range",
    "area_ranges",
    type=AreaRange(),
    multiple=True,
    help="A size class by truth area in square pixels; repeat for more. They replace small, "
    "medium and large; all stays.",
    callback=_labelled_once,
)
CLASS_AGNOSTIC = option(_MEASURE, "--class-agnostic", is_flag=True, help="Every class may match every other.")
CATEGORIES = option(
    _MEASURE, "--categories", type=Names(), help="Only these classes: ids or names, or @FILE."
)
IMAGE_IDS = option(_MEASURE, "--image-ids", type=Names(), help="Only these images: ids, or @FILE.")
THREADS = option(
    _RUN,
    "--threads",
    type=click.IntRange(1, 4096, clamp=False),
    metavar="N",
    help="How many threads to use. Default: all processors this process may use.",
)


def no_fit_test(help: str) -> Callable[[_Function], _Function]:
    """``--no-fit-test``, with what a command then does.

    Examples
    --------
    >>> no_fit_test("Take the file as it is.")(lambda fit_test: None).__click_params__[0].opts
    ['--no-fit-test']
    """
    return option(
        _MEASURE, "--no-fit-test", "fit_test", is_flag=True, flag_value=False, default=True, help=help
    )
