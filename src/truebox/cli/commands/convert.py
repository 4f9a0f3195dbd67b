"""``truebox convert IN OUT``: annotations or detections in another format, and what is lost by it."""

from __future__ import annotations

from dataclasses import asdict
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truebox import datasets
from truebox._writing.escaping import escape_terminal
from truebox.cli.options.lists import Names
from truebox.cli.terminal.help_page import HelpPage, option
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.standard_output import write_stdout
from truebox.typing import ANGLE_READINGS

if TYPE_CHECKING:
    from truebox.datasets import Conversion

__all__ = ["convert"]

_INPUT, _TARGET, _OUTPUT, _RUN = "Input", "Target", "Output", "Run"

_EPILOG = """
Examples:
  truebox convert annotations.xml truth.json
  truebox convert truth.json labelme/ --to labelme
  truebox convert found.json found/ --to labelme --truth truth.json
"""


@click.command(cls=HelpPage, epilog=_EPILOG)
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT")  # as given: of a path nobody tells whether it was empty
@option(_TARGET, "--to", metavar="FORMAT", help="The format to write. Default: what the ending of OUT says.")
@option(_TARGET, "--force", is_flag=True, help="Overwrite a file; folders that hold anything never are.")
@option(
    _INPUT,
    "--truth",
    type=click.Path(path_type=Path),
    metavar="TRUTH",
    help="IN holds detections, and this is the truth they belong to.",
)
@option(_INPUT, "--format", metavar="NAME", help="The format of IN. Default: recognised, and said.")
@option(_INPUT, "--truth-format", metavar="NAME", help="The format of TRUTH, likewise.")
@option(
    _INPUT,
    "--box-format",
    metavar="LAYOUT",
    help="What the four numbers of a box in IN are: xyxy, xywh, cxcywh or yxyx; with rel_ before it "
    "fractions of the image, with pct_ percent. Default: what the format says.",
)
@option(
    _INPUT,
    "--pixel-origin",
    type=click.Choice(["0", "1"]),
    help="Whether the first pixel is 0 or 1, where a format leaves it open (Pascal VOC).",
)
@option(
    _INPUT,
    "--classes",
    type=Names(),
    help="Class names in the order of their numbers: a list, or @FILE with one per line.",
)
@option(
    _INPUT,
    "--task",
    type=click.Choice(["detect", "segment", "obb", "pose"]),
    help="What rows of YOLO labels hold, where their length does not tell.",
)
@option(
    _INPUT,
    "--images",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of the pictures, where a format does not say their sizes.",
)
@option(_INPUT, "--split", metavar="NAME", help="Which split of a truth that has several, or all.")
@option(
    _INPUT, "--lenient", is_flag=True, help="Leave out rows that would be refused, count them and say so."
)
@option(_OUTPUT, "--json", is_flag=True, help="One JSON document instead of text.")
@option(_RUN, "-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
@option(_RUN, "--debug", is_flag=True, help="Show the traceback of an error.")
def convert(
    source: Path,
    target: str,
    *,
    json: bool,
    quiet: bool,
    debug: bool,
    pixel_origin: str | None,
    **options: Any,
) -> None:
    """Write the annotations of IN, or its detections, as OUT.

    What OUT cannot hold is listed.
    """
    if options["truth_format"] is not None and options["truth"] is None:
        raise click.UsageError("--truth-format is of no use without --truth.")
    if options["box_format"] in ANGLE_READINGS:
        raise click.UsageError(
            f"--box-format {options['box_format']} is about rotated boxes, which are converted as outlines."
        )
    given = {name: value for name, value in options.items() if value is not None}
    if pixel_origin is not None:
        given["pixel_origin"] = int(pixel_origin)
    done = datasets.convert(source, target, **given)
    if not quiet:
        notify([*map(str, done.findings), *(f"--{note}" for note in done.notes)])
    write_stdout((_as_json(done, target) if json else _as_text(done, target)) + "\n")


def _as_text(done: Conversion, target: str) -> str:
    what = "objects" if done.role == "truth" else "detections"
    lines = [f"{done.read_as} -> {done.written_as}: {done.images} images, {done.rows} {what} in {target}"]
    if done.losses:
        lines.append(f"{done.written_as} does not hold:")
        lines += [f"  {loss.count:>8}  {loss.what}" for loss in done.losses]
    return "\n".join(escape_terminal(line) for line in lines)


def _as_json(done: Conversion, target: str) -> str:
    document = {"format_version": 1, "target": target, **asdict(done)}
    return dumps(document, ensure_ascii=False)
