"""``truebox part TRUTH PREDICTIONS -o FILE``: a shard evaluated as far as it goes alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from truebox import datasets, execution
from truebox._writing.counted import counted
from truebox.cli.options.geometry import choose_geometry
from truebox.cli.options.lists import Thresholds
from truebox.cli.options.measures import (
    AREA_RANGES,
    CLASS_AGNOSTIC,
    GEOMETRY,
    IOU_THRESHOLDS,
    MAX_DETECTIONS,
    MODE,
    THREADS,
    no_fit_test,
)
from truebox.cli.options.one_number import MemorySize
from truebox.cli.options.protocols import refuse_of_other_geometry
from truebox.cli.options.reading import MENDED_BY_TRUTH, reading_options, taken_reading
from truebox.cli.runs.outputs import plan_outputs
from truebox.cli.terminal.help_page import HelpPage, option
from truebox.cli.terminal.notices import notify
from truebox.errors import InputError
from truebox.evaluation.registry import DETECTION_PROTOCOLS

__all__ = ["part_command"]

_OUTPUT, _INPUT, _MEASURE, _RUN = "Output", "Input", "Evaluation", "Run"
_ALL_AREAS = {"all": (0.0, 1e5**2)}  # as the reference bounds it

_EPILOG = """
Examples:
  truebox part shard-1.json found-1.json -o 1.tbx
  truebox part shard-2.json found-2.json -o 2.tbx --categories-of all.json
  truebox merge 1.tbx 2.tbx --expect images.txt     the bytes of one evaluation

An image lies whole in one shard, and every shard is evaluated with the same options and classes.
"""


@click.command("part", cls=HelpPage, epilog=_EPILOG)
@click.argument("truth")
@click.argument("predictions")
@option(
    _OUTPUT, "-o", "--out", "--output", "output", metavar="FILE.tbx", required=True, help="The part to write."
)
@option(
    _INPUT,
    "--categories-of",
    metavar="TRUTH",
    help="A truth that lists every class of all shards. Default: the truth of this one.",
)
@reading_options
@option(
    _MEASURE,
    "--protocol",
    type=click.Choice(DETECTION_PROTOCOLS),
    metavar="NAME",
    default=DETECTION_PROTOCOLS[0],
    help="Whose rules count. Default: coco.",
)
@MODE
@GEOMETRY
@IOU_THRESHOLDS
@option(
    _MEASURE, "--recall-thresholds", type=Thresholds(), help="Where precision is sampled. Default: 0:1:0.01."
)
@MAX_DETECTIONS
@AREA_RANGES
@no_fit_test("Take a shard even where another reading of it would fit far better.")
@CLASS_AGNOSTIC
@THREADS
@option(
    _RUN,
    "--max-memory",
    type=MemorySize(),
    help="At most so much memory, such as 2G: larger files (COCO, Parquet, Arrow; no rotated boxes) are read "
    "in pieces.",
)
@option(_RUN, "-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
@option(_RUN, "--debug", is_flag=True, help="Show the traceback of an error.")
def part_command(debug: bool, **options: Any) -> None:
    """Evaluate a shard, whole images, as far as it goes alone; "truebox merge" puts parts together."""
    del debug
    truth, predictions, output = (options.pop(name) for name in ("truth", "predictions", "output"))
    if output == "-":  # stdout to `eval`
        raise InputError("E-445", "-", "nothing is written to stdout", "name a file")
    plan_outputs({"output": output}, coco_text=False, inputs=(truth, predictions))
    listed, quiet, ranges = (options.pop(name) for name in ("categories_of", "quiet", "area_ranges"))
    options["geometry"], why = choose_geometry(options["geometry"], [predictions], truth, options["task"])
    refuse_of_other_geometry(options, [options["geometry"]])
    of_truth, of_predictions = taken_reading(options)
    how = {"geometry": options["geometry"], "threads": options["threads"]}
    frame, cut = _cut(
        truth, predictions, options["max_memory"], {**how, **of_truth}, {**how, **of_predictions}
    )
    true = datasets.truth_as_said(truth, **how, **of_truth) if frame is None else frame
    categories = None if listed is None else datasets.truth_as_said(listed, **of_truth)
    known: dict[str, Any] = {}
    if of_predictions.keys() & MENDED_BY_TRUTH:
        known["truth"] = true if categories is None else replace(true, categories=categories.categories)
    found = cut or datasets.predictions_as_said(predictions, **how, **of_predictions, **known)
    datasets.refuse_unheeded([found.source], of_predictions, true.source, of_truth, options["geometry"])
    if ranges:
        options["area_ranges"] = {**_ALL_AREAS, **dict(ranges)}
    data = execution.part(true, found, categories=categories, save=output, **options)
    if not quiet:
        notify(
            [
                *([why] if why else []),
                *_idle(true, of_truth),
                f"{output}: {', '.join(_counts(true, found))}, {counted(len(data), 'byte')}",
            ]
        )


def _cut(
    truth: str,
    predictions: str,
    limit: int | None,
    of_truth: Mapping[str, Any],
    of_predictions: Mapping[str, Any],
) -> tuple[datasets.TruthFrame | None, datasets.PredictionPieces | None]:
    """Both sides in pieces, where they can be cut and at least one does not fit into memory."""
    if limit is None or "lenient" in of_truth:
        return None, None
    pieces = datasets.truth_pieces(Path(truth), **of_truth)
    frame = None if pieces is None else pieces.framed(limit)
    found = datasets.prediction_pieces(Path(predictions), **of_predictions)
    if found is None or not (frame is not None or found.exceed(limit)):
        return frame, None
    return frame, found


def _idle(true: Any, of_truth: Mapping[str, Any]) -> list[str]:
    reason = datasets.unused_pictures(true, of_truth.get("images"))
    return [] if reason is None else [f"--images is not used: {reason}"]


def _counts(true: Any, found: Any) -> list[str]:
    """How many images there are, and what is known of the rows without reading them again."""
    rows = [] if isinstance(true, datasets.TruthFrame) else [counted(len(true), "truth")]
    cut = isinstance(found, datasets.PredictionPieces)
    return [counted(len(true.images), "image"), *rows, *([] if cut else [counted(len(found), "detection")])]
