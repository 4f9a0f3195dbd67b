"""The options that say how files are to be read, the same for every command that reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from truebox.cli.options.lists import Names, Pairs
from truebox.cli.options.reading_flags import READING_FLAGS
from truebox.cli.terminal.help_page import option

__all__ = [
    "MENDED_BY_TRUTH",
    "predictions_reading",
    "reading_options",
    "refuse_without_predictions",
    "taken_reading",
    "truth_reading",
]

_INPUT = "Input"
_LAYOUTS = ["xyxy", "xywh", "cxcywh", "yxyx"]
_ANGLES = ("degrees", "radians", "degrees-ccw", "radians-ccw")
_BOXES = click.Choice(
    [*(f"{scale}{layout}" for scale in ("", "rel_", "pct_") for layout in _LAYOUTS), *_ANGLES]
)
MENDED_BY_TRUTH = frozenset({"letterbox", "class_ids", "lenient"})
"""What is said of predictions and read with their truth."""
_OF_PREDICTIONS = ("predictions_format", "box_format", "letterbox", "class_ids")
_Function = TypeVar("_Function", bound=Callable[..., Any])

_OPTIONS = (
    option(
        _INPUT, "--truth-format", metavar="NAME", help="The truth's format. Default: recognised, and said."
    ),
    option(_INPUT, "--predictions-format", metavar="NAME", help="The predictions' format, likewise."),
    option(
        _INPUT,
        "--box-format",
        type=_BOXES,
        metavar="LAYOUT",
        help="What the four numbers of a predicted box are: xyxy, xywh, cxcywh or yxyx; with rel_ before "
        "it fractions of the image, with pct_ percent; of rotated boxes radians or degrees, with -ccw where "
        "they turn counter-clockwise. "
        "Default: what the format says.",
    ),
    option(_INPUT, "--truth-box-format", type=_BOXES, metavar="LAYOUT", help="The same for the truth."),
    option(
        _INPUT,
        "--letterbox",
        type=click.IntRange(1, 1 << 20),
        metavar="SIDE",
        help="Predicted boxes are in pixels of the image scaled and padded to SIDE x SIDE.",
    ),
    option(
        _INPUT,
        "--class-ids",
        type=click.Choice(["+1", "-1", "position", "coco91"]),
        help="Predicted class ids are one too low, one too high, positions in the truth's list, or 0 to 79 "
        "where the truth has COCO's ids from 1 to 90 (or the other way round).",
    ),
    option(
        _INPUT,
        "--pixel-origin",
        type=click.Choice(["0", "1"]),
        help="Whether the first pixel is 0 or 1, where a format leaves it open (Pascal VOC).",
    ),
    option(
        _INPUT, "--truth-pixel-origin", type=click.Choice(["0", "1"]), help="The same for the truth alone."
    ),
    option(
        _INPUT,
        "--classes",
        type=Names(),
        help="Class names in the order of their numbers: a list, or @FILE with one per line.",
    ),
    option(
        _INPUT,
        "--columns",
        type=Pairs(),
        help="Which columns of a table mean what, such as image=file,label=kind,x1=left.",
    ),
    option(
        _INPUT,
        "--single-class",
        is_flag=True,
        help="Take all objects, true and predicted, as of one class.",
    ),
    option(
        _INPUT,
        "--task",
        type=click.Choice(["detect", "segment", "obb", "pose"]),
        help="What rows of YOLO labels hold, where their length does not tell.",
    ),
    option(
        _INPUT,
        "--images",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Folder of the pictures: for pages that show them, and for sizes of images that a format "
        "does not say. Default: of YOLO data sets the pictures they name.",
    ),
    option(
        _INPUT,
        "--split",
        metavar="NAME",
        help="Which split of a truth that has several, or all. Default: what its data.yaml names, else the "
        "one that holds all predicted images; said.",
    ),
    option(
        _INPUT,
        "--lenient",
        is_flag=True,
        help="Leave out rows that would be refused, count them and say so.",
    ),
)


def reading_options(command: _Function) -> _Function:
    """Add the options to a command."""
    for add in reversed(_OPTIONS):
        command = add(command)
    return command


def refuse_without_predictions(ctx: click.Context, *more: str) -> None:
    """Refuse what was said of predictions where there are none: these options, and `more` of a command.

    Raises
    ------
    click.UsageError
        The first of them is named.
    """
    for param in ctx.command.params:
        given = ctx.get_parameter_source(param.name or "") == ParameterSource.COMMANDLINE
        if given and param.name in (*_OF_PREDICTIONS, *more):
            raise click.UsageError(f"{param.opts[-1]} is about predictions, and none are given.")


def taken_reading(options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Take the options out of `options`: for `read_truth`, and for `read_predictions`."""
    taken = truth_reading(options), predictions_reading(options)
    for flag in READING_FLAGS:
        del options[flag.removeprefix("--").replace("-", "_")]
    return taken


def truth_reading(options: dict[str, Any]) -> dict[str, Any]:
    """What `read_truth` takes of the options; only what was said."""
    origin = options["truth_pixel_origin"] or options["pixel_origin"]
    return _said(options) | _given(
        format=options["truth_format"],
        box_format=options["truth_box_format"],
        pixel_origin=None if origin is None else int(origin),
        split=options["split"],
    )


def predictions_reading(options: dict[str, Any]) -> dict[str, Any]:
    """What `read_predictions` takes of the options; only what was said."""
    return _said(options) | _given(
        format=options["predictions_format"],
        box_format=options["box_format"],
        pixel_origin=None if options["pixel_origin"] is None else int(options["pixel_origin"]),
        letterbox=options["letterbox"],
        class_ids=options["class_ids"],
    )


def _said(options: dict[str, Any]) -> dict[str, Any]:
    return _given(
        classes=options["classes"],
        task=options["task"],
        columns=options["columns"],
        images=options["images"],
        single_class=options["single_class"] or None,
        lenient=options["lenient"] or None,
    )


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
