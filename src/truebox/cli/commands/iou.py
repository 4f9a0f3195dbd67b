"""``truebox iou BOX BOX``: the overlap of two boxes typed by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from truebox import overlap
from truebox.cli.runs.iou_plot import save_iou_plot
from truebox.cli.terminal.help_page import HelpPage, option
from truebox.cli.terminal.standard_output import write_stdout

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.overlap import PairOverlap

__all__ = ["iou"]

_BOXES, _OUTPUT, _RUN = "Boxes", "Output", "Run"

_EPILOG = """
Examples:
  truebox iou 39,63,203,112 54,66,198,114
  truebox iou 39 63 203 112 54 66 198 114      eight numbers will do
  truebox iou 39,63,203,112 54,66,198,114 --pixels inclusive
  truebox iou 3,3,7,7 7,7,6,6 --box-format xywh --json
  truebox iou 39,63,203,112 54,66,198,114 --plot overlap.png
"""

# Spelled out, so that help needs no NumPy; a test keeps them equal to the members of BoxFormat.
_FORMATS = ("xyxy", "xywh", "cxcywh", "yxyx", "rel_xyxy", "rel_xywh", "rel_cxcywh", "rel_yxyx")


# A box may begin with a minus sign, which is not an option's.
@click.command(cls=HelpPage, epilog=_EPILOG, context_settings={"ignore_unknown_options": True})
@click.argument("words", metavar="BOX BOX", nargs=-1, required=True)
@option(
    _BOXES,
    "--box-format",
    "--format",
    "box_format",
    type=click.Choice(_FORMATS),
    metavar="FORMAT",
    default="xyxy",
    help=f"What the four numbers mean: {', '.join(_FORMATS)}. Default: xyxy.",
)
@option(
    _BOXES,
    "--pixels",
    type=click.Choice(["continuous", "inclusive"]),
    default="continuous",
    help="Corners are positions (continuous, the default), or indices of pixels that belong to the "
    "box (inclusive: sizes + 1).",
)
@option(_OUTPUT, "--json", is_flag=True, help="One JSON document instead of text.")
@option(
    _OUTPUT,
    "--plot",
    metavar="PATH",
    help="Plot both boxes and what they share, the first as the truth: a .png, .svg or .pdf.",
)
@option(_RUN, "--debug", is_flag=True, help="Show the traceback of an error.")
def iou(
    words: tuple[str, ...],
    *,
    box_format: BoxFormatLike,
    pixels: Literal["continuous", "inclusive"],
    json: bool,
    plot: str | None,
    debug: bool,
) -> None:
    """Overlap of two boxes, each four numbers with commas or blanks between them.

    Prints intersection over union, and the areas it is made of.
    """
    a, b = (_numbers(box) for box in _two_boxes(words))
    result = overlap.pair_overlap(a, b, box_format=box_format, pixels=pixels)
    if plot is not None:
        save_iou_plot(plot, a, b, box_format=box_format, pixels=pixels)
    write_stdout((_as_json(result, box_format, pixels) if json else _as_text(result, box_format)) + "\n")


def _two_boxes(words: tuple[str, ...]) -> tuple[str, str]:
    """The text of either box: two words, or eight with a number each."""
    for word in words:
        if word.startswith("--"):
            raise click.UsageError(f"There is no option '{word}'.")
    if len(words) == 8:
        return " ".join(words[:4]), " ".join(words[4:])
    if len(words) != 2:
        raise click.UsageError(
            f"Got {len(words)} {'word' if len(words) == 1 else 'words'}, expected two boxes like "
            "39,63,203,112 54,66,198,114, or eight numbers."
        )
    return words[0], words[1]


def _numbers(text: str) -> list[float]:
    """Four numbers out of ``39,63,203,112``; brackets and spaces are forgiven."""
    parts = text.strip(" ()[]").replace(",", " ").split()
    numbers = []
    for part in parts:
        try:
            numbers.append(float(part))
        except ValueError:
            raise click.UsageError(f"'{part}' in box '{text}' is not a number.") from None
    if len(numbers) != 4:
        raise click.UsageError(
            f"Box '{text}' has {len(numbers)} numbers, expected four like 39,63,203,112 "
            "(no spaces, or in quotes)."
        )
    return numbers


def _as_text(result: PairOverlap, box_format: BoxFormatLike) -> str:
    unit = " of the image" if box_format.startswith("rel_") else ""
    return "\n".join(
        [
            f"IoU           {result.iou!r}",
            f"intersection  {result.intersection:.12g}{unit}",
            f"union         {result.union:.12g}{unit}",
            f"areas         {result.area_a:.12g} and {result.area_b:.12g}{unit}",
        ]
    )


def _as_json(result: PairOverlap, box_format: BoxFormatLike, pixels: str) -> str:
    document = {
        "format_version": 1,
        "iou": result.iou,
        "intersection": result.intersection,
        "union": result.union,
        "areas": [result.area_a, result.area_b],
        "box_format": box_format,
        "pixels": pixels,
    }
    from json import dumps  # noqa: PLC0415  imported late: text needs none (2 ms)

    return dumps(document)
