"""What each protocol makes of the options of an evaluation, and of its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import click

__all__ = ["ProtocolOptions", "meant_protocol", "protocol_options", "refuse_lacking", "refuse_unmeant"]


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class ProtocolOptions:
    """One protocol on the command line.

    Parameters
    ----------
    takes : frozenset of str or None
        The options of reading and evaluating that have a meaning; None: all that do not go with another
        protocol.
    files : {"records", "maps"}
        Whether truth and predictions are read into records, or stay paths with folders of PNGs beside them.
    result : str or None
        The class of `truebox.evaluation` that says before a run what its results lack; without, the result
        says so after it.
    """

    takes: frozenset[str] | None = None
    files: Literal["records", "maps"] = "records"
    result: str | None = None


# A protocol that reads records and takes every option needs no row.
_PROTOCOLS = {
    "panoptic": ProtocolOptions(
        takes=frozenset({"protocol", "mode", "image_ids", "truth_maps", "predictions_maps"}),
        files="maps",
        result="PanopticResult",
    ),
}
_EVERY_OPTION = ProtocolOptions()

_SECTIONS = ("Input", "Evaluation", "Panoptic input")
_BESIDE_THEM = ("max_memory",)  # listed under Run
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
    return owners[0] if owners else None


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
        if owners and protocol not in owners:
            raise click.UsageError(f"{flag} goes with --protocol {' or '.join(owners)}.")
        if takes is not None and name not in takes:
            raise click.UsageError(f"{flag} has no meaning with --protocol {protocol}.")
    geometries = (options["geometry"] or "").split(",")
    if options["sigmas"] is not None and options["geometry"] is not None and "keypoints" not in geometries:
        raise click.UsageError("--sigmas goes with --geometry keypoints.")
    if options["dilation_ratio"] != 0.02 and "boundary" not in geometries:
        raise click.UsageError("--dilation-ratio goes with --geometry boundary.")


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
    return [each for each, row in _PROTOCOLS.items() if name in (row.takes or ()) and "maps" in name]


def _said(command: click.Command, options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Name and flag of every option about reading and evaluating that has another value than usual."""
    for param in command.params:
        name = param.name or ""
        concerned = getattr(param, "section", "") in _SECTIONS or name in _BESIDE_THEM
        if concerned and options.get(name) not in (None, False, (), param.default, _NOT_SAID.get(name)):
            yield name, param.opts[0]
