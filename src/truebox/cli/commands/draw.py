"""``truebox draw``: what it takes, and its help."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from truebox.cli import runs
from truebox.cli.options.event_kinds import EVENT_KINDS, EventKinds, join_event_kinds
from truebox.cli.options.geometry import GEOMETRIES
from truebox.cli.options.one_number import FiniteNumber
from truebox.cli.options.reading import reading_options, refuse_without_predictions, taken_reading
from truebox.cli.options.tracks import TRACKS, taken_tracks, track_options
from truebox.cli.terminal.help_page import HelpPage, option
from truebox.evaluation import TRACK_PROTOCOLS

__all__ = ["draw"]

_DRAWING, _OUTPUT, _RUN = "Drawing", "Output", "Run"

# Spelled out, so that help needs no Pillow; a test keeps them equal to the themes.
_THEMES = ("classic", "safe", "night", "grey")

_CLIPS = ("gif", "mp4")
_OF_EVENTS = {
    "tracker", "clip", "protocol", "sequences", "rules", "frame_offset", "frame_step", "box_scale",
}  # fmt: skip
_OF_BOTH = {"pictures", "theme", "limit", "out", "quiet", "debug", "events", "box_format", "images"}

_EPILOG = """
Examples:
  truebox draw street.jpg --truth truth.json --predictions found.json
  truebox draw images --truth truth.json --predictions found.json --out drawn
  truebox draw images --truth truth.json --limit 20 --theme safe
  truebox draw gt trackerA --events --images frames     what went wrong with tracks
  truebox draw gt trackerA --events switch miss --clip  switches and misses, also as GIFs

The truth is green, predictions are red; theme safe is for every colour vision, with dashes.
Each prediction names its class, its score and its IoU with the truth it overlaps most.
Rotated boxes and outlines are drawn with --geometry masks.
With --events the two arguments are the truth and the result of a tracker, as of truebox eval.
"""


class _DrawCommand(HelpPage):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Let ``--events`` and ``--clip`` stand alone."""
        args = [
            "--clip=gif" if each == "--clip" and not named else each
            for each, named in zip(args, [*(after in _CLIPS for after in args[1:]), False], strict=False)
        ]
        return super().parse_args(ctx, join_event_kinds(args, "--events", 2))


@click.command("draw", cls=_DrawCommand, epilog=_EPILOG)
@click.argument("pictures", metavar="IMAGE_OR_FOLDER")
@click.argument("tracker", metavar="[TRACKER]", required=False)
@option(_DRAWING, "--truth", metavar="FILE", help="The truth, in any known format.")
@option(_DRAWING, "--predictions", metavar="FILE", help="Predictions, in any known format.")
@option(
    _DRAWING,
    "--score-threshold",
    type=FiniteNumber(),
    metavar="S",
    default=0.3,
    help="Leave out predictions with a lower score. Default: 0.3.",
)
@option(_DRAWING, "--theme", type=click.Choice(_THEMES), default="classic", help="Colours. Default: classic.")
@option(
    _DRAWING,
    "--geometry",
    type=click.Choice(GEOMETRIES[:3]),
    help="Boxes, masks or keypoints. Default: what the predictions hold; boxes where they hold several.",
)
@option(_DRAWING, "--shade", is_flag=True, help="Shade what a prediction and its truth share.")
@option(
    _DRAWING,
    "--scale",
    type=click.IntRange(1, 100),
    metavar="N",
    default=1,
    help="Enlarge pictures so many times, so that labels fit on small ones. Default: 1.",
)
@option(_DRAWING, "--canvas", is_flag=True, help="Draw images without a picture on a blank canvas.")
@option(_DRAWING, "--image-id", metavar="ID", help="Which image of the truth a single picture is.")
@option(
    _DRAWING,
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Only the first N images of a folder; of events the N gravest. Default: all images, 20 events.",
)
@option(
    TRACKS,
    "--events",
    type=EventKinds(),
    metavar="[KIND ...]",
    help="A sheet of the frames of each event of a tracker, on the pictures of --images "
    "(DIR/SEQ/img1/000001.jpg, DIR/SEQ/000001.jpg or the video DIR/SEQ.mp4) or of the truth's own folder, "
    "else on a canvas. Kinds: "
    f"{', '.join(EVENT_KINDS)}; switch for the first three. Default: all.",
)
@option(
    TRACKS,
    "--clip",
    type=click.Choice(_CLIPS),
    metavar="[gif|mp4]",
    help="Also the frames around each event one after the other. Default: gif; mp4 needs imageio and ffmpeg.",
)
@option(
    TRACKS,
    "--protocol",
    type=click.Choice(TRACK_PROTOCOLS),
    metavar="NAME",
    help="Whose rules count. Default: what names and columns tell.",
)
@track_options
@option(
    _OUTPUT,
    "-o",
    "--out",
    metavar="PATH",
    help="The file, or the folder for a folder. Default: NAME-drawn in this folder; "
    "for a folder the folder drawn, of events the folder events.",
)
@reading_options
@option(_RUN, "-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
@option(_RUN, "--debug", is_flag=True, help="Show the traceback of an error.")
@click.pass_context
def draw(ctx: click.Context, /, debug: bool, **options: Any) -> None:
    """Draw truth and predictions on a picture or a folder of them, or the events of a tracker.

    Pictures are found by the file names of the truth, inside IMAGE_OR_FOLDER and nowhere else, and
    are never changed. The path of what was drawn goes to stdout.
    """
    if options["out"] == "":
        raise click.UsageError("--out: an empty name; leave it out, or name a file or a folder.")
    of_tracks = taken_tracks(options)
    if options["events"] is not None:
        _refuse(ctx, set(ctx.params) - _OF_BOTH - _OF_EVENTS, "goes with pictures, not with --events")
        if options["tracker"] is None:
            raise click.UsageError("--events needs two arguments: the truth, and the result of a tracker.")
        names = (
            "tracker",
            "events",
            "images",
            "clip",
            "protocol",
            "box_format",
            "theme",
            "limit",
            "out",
            "quiet",
        )
        runs.draw_events(
            truth=options["pictures"], of_tracks=of_tracks, **{name: options[name] for name in names}
        )
        return
    _refuse(ctx, _OF_EVENTS, "goes with --events, which draws what went wrong with tracks")
    if options["truth"] is None:
        raise click.UsageError("Missing option '--truth'.")
    if options["predictions"] is None:
        refuse_without_predictions(ctx, "score_threshold", "shade")
    for name in _OF_EVENTS & set(options):
        del options[name]
    del options["events"]
    reading = taken_reading(options)
    runs.draw_files(reading=reading, **options)


def _refuse(ctx: click.Context, names: set[str], why: str) -> None:
    """Refuse options that were given and have no meaning here."""
    for param in ctx.command.params:
        given = ctx.get_parameter_source(param.name or "") == ParameterSource.COMMANDLINE
        if param.name in names and given and ctx.params.get(param.name) is not None:
            raise click.UsageError(f"{param.opts[-1] if param.opts[0][:1] == '-' else 'TRACKER'} {why}.")
