"""What each protocol makes of the options of an evaluation, and of its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from truebox._lazily import deferred
from truebox._named import NamedTuple
from truebox.evaluation import HEEDED_BY, SINGLE_OBJECT_PROTOCOLS, TRACK_PROTOCOLS
from truebox.typing import ANGLE_READINGS, ROTATED, Geometry

if TYPE_CHECKING:
    import click
else:
    click = deferred("click")  # only what is refused needs it (15 ms)

__all__ = [
    "ProtocolOptions",
    "meant_protocol",
    "protocol_options",
    "refuse_lacking",
    "refuse_of_other_geometry",
    "refuse_unmeant",
    "said_layouts",
]


class ProtocolOptions(NamedTuple):
    """One protocol on the command line.

    Parameters
    ----------
    takes : frozenset of str or None
        The options of reading and evaluating that have a meaning; None: all that do not go with another
        protocol.
    own : frozenset of str
        Those of them that go with no other kind of protocol.
    implied : bool
        Whether an own option says that this protocol is meant.
    files : {"records", "maps", "folders", "sequences"}
        Whether truth and predictions are read into records, stay paths with folders of PNGs beside them,
        are folders of PNGs, or are sequences of tracks.
    result : str or None
        The class of `truebox.evaluation` that says before a run what its results lack; without, the result
        says so after it.
    """

    takes: frozenset[str] | None = None
    own: frozenset[str] = frozenset()
    implied: bool = True
    files: Literal["records", "maps", "folders", "sequences"] = "records"
    result: str | None = None


_OF_MAPS = frozenset({"truth_maps", "predictions_maps"})
_OF_TRACKS = frozenset({"sequences", "rules", "frame_offset", "frame_step", "box_scale", "events"})
_TRACKS = ProtocolOptions(
    takes=frozenset({"protocol", "mode", "fit_test", "box_format", "images"}) | _OF_TRACKS,
    own=_OF_TRACKS,
    implied=False,
    files="sequences",
    result="TrackResult",
)

_FOLLOWED = ProtocolOptions(takes=frozenset({"protocol", "mode"}), files="folders", result="FollowedResult")

# A protocol that reads records and takes every option needs no row.
_PROTOCOLS = {
    "panoptic": ProtocolOptions(
        takes=frozenset({"protocol", "mode", "image_ids"}) | _OF_MAPS,
        own=_OF_MAPS,
        files="maps",
        result="PanopticResult",
    ),
    "voc_segmentation": ProtocolOptions(
        takes=frozenset({"protocol", "mode", "image_ids"}), files="folders", result="SemanticResult"
    ),
    **dict.fromkeys(TRACK_PROTOCOLS, _TRACKS),
    **dict.fromkeys(SINGLE_OBJECT_PROTOCOLS, _FOLLOWED),
}
_EVERY_OPTION = ProtocolOptions()

_SECTIONS = ("Input", "Evaluation", "Panoptic input", "Tracks")
_BESIDE_THEM = ("max_memory", "groups", "most_movers")  # listed under Run, and where intervals and images are
_NOT_SAID: dict[str, object] = {"geometry": "boxes"}
"""Values that say nothing, beside an option's default."""


def protocol_options(name: str | None) -> ProtocolOptions:
    """Return what a protocol makes of the options; None is one that the truth is yet to say."""
    return _EVERY_OPTION if name is None else _PROTOCOLS.get(name, _EVERY_OPTION)


def meant_protocol(command: click.Command, options: Mapping[str, Any]) -> str | None:
    """Return the protocol that was named, or the only one that an option given goes with."""
    named: str | None = options["protocol"]
    if named is not None:
        return named
    owners = [each for name, _ in _said(command, options) for each in _owners(name)]
    implied = [each for each in owners if _PROTOCOLS[each].implied]
    return implied[0] if implied else None


def refuse_unmeant(command: click.Command, options: Mapping[str, Any], protocol: str | None = None) -> None:
    """Refuse options that have no meaning with the protocol, or with the geometry.

    Parameters
    ----------
    command : click.Command
        Whose options they are.
    options : mapping
        Every one by its name.
    protocol : str or None
        The one that the truth says; default the one named.

    Raises
    ------
    click.UsageError
        The first of them is named.
    """
    protocol = protocol or options["protocol"]
    takes = protocol_options(protocol).takes
    for name, flag in _said(command, options):
        owners = _owners(name)
        yet_open = protocol is None and not any(_PROTOCOLS[each].implied for each in owners)
        if owners and protocol not in owners and not yet_open:
            raise click.UsageError(f"{flag} goes with --protocol {' or '.join(owners)}.")
        if takes is not None and name not in takes:
            raise click.UsageError(f"{flag} has no meaning with --protocol {protocol}.")
    if options["geometry"] is not None:
        refuse_of_other_geometry(options, options["geometry"].split(","))
    else:
        boundary, usual = HEEDED_BY["dilation_ratio"]  # which no files decide for
        if options.get("dilation_ratio", usual) != usual:
            raise click.UsageError(f"--dilation-ratio goes with --geometry {boundary}.")


def refuse_of_other_geometry(options: Mapping[str, Any], geometries: Sequence[str]) -> None:
    """Refuse options that say something to none of these geometries.

    Parameters
    ----------
    options : mapping
        By their names; those that are not there were not given.
    geometries : sequence of str
        What is evaluated: named by the caller, or decided by the files.

    Raises
    ------
    click.UsageError
        The first of them is named.

    Examples
    --------
    >>> refuse_of_other_geometry({"sigmas": (0.1,)}, ["boxes", "keypoints"])
    >>> refuse_of_other_geometry({"box_format": "degrees"}, ["boxes"])
    Traceback (most recent call last):
    click.exceptions.UsageError: --box-format degrees goes with --geometry rotated, and boxes are evaluated.
    """
    angled = [name for name in ("box_format", "truth_box_format") if options.get(name) in ANGLE_READINGS]
    given: dict[str, tuple[Geometry, ...]] = {
        **{f"--{name.replace('_', '-')} {options[name]}": ROTATED for name in angled},
        **{
            f"--{name.replace('_', '-')}": (heeding,)
            for name, (heeding, usual) in HEEDED_BY.items()
            if options.get(name, usual) not in (None, usual)
        },
    }
    for flag, wanted in given.items():
        if not set(wanted) & set(geometries):
            raise click.UsageError(
                f"{flag} goes with --geometry {wanted[0]}, and {' and '.join(geometries)} are evaluated."
            )


def said_layouts(reading: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """By the names of the options the layouts of boxes that the readings of truth and predictions say.

    Examples
    --------
    >>> said_layouts(({}, {"box_format": "xyxy"}))
    {'box_format': 'xyxy', 'truth_box_format': None}
    """
    of_truth, of_predictions = reading
    return {
        "box_format": of_predictions.get("box_format"),
        "truth_box_format": of_truth.get("box_format"),
    }


def refuse_lacking(
    lacks: Mapping[str, str], kinds: Sequence[str], *, diagnosis: bool | None, protocol: str
) -> None:
    """Refuse outputs and a diagnosis that a result says it lacks, with its reason.

    Raises
    ------
    click.UsageError
        The first of them is named.
    """
    for asked in (*kinds, *(["diagnosis"] if diagnosis else [])):
        if asked in lacks:
            raise click.UsageError(f"--{asked} has no meaning with --protocol {protocol}: {lacks[asked]}.")


def _owners(name: str) -> list[str]:
    """The protocols that an option goes with, where it goes with no other."""
    return [each for each, row in _PROTOCOLS.items() if name in row.own]


def _said(command: click.Command, options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Name and flag of every option about reading and evaluating that has another value than usual."""
    for param in command.params:
        name = param.name or ""
        concerned = getattr(param, "section", "") in _SECTIONS or name in _BESIDE_THEM
        if concerned and options.get(name) not in (None, False, (), param.default, _NOT_SAID.get(name)):
            yield name, param.opts[0]
