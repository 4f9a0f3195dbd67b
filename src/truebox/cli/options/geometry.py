"""The option ``--geometry``: as given, or what the files allow; importing this needs no parser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from truebox import datasets
from truebox._writing.streams import is_stream
from truebox.cli.options.rotated_sides import rotated_sides
from truebox.datasets.formats import coco
from truebox.errors import TrueboxError
from truebox.evaluation import protocol_value
from truebox.typing import ROTATED, Geometry

__all__ = ["GEOMETRIES", "choose_geometry", "said_in"]

GEOMETRIES: tuple[Geometry, ...] = get_args(Geometry)
_OPTION = "--geometry"


def said_in(arguments: Sequence[str]) -> str | None:
    """Find the value of ``--geometry`` in arguments that are not parsed yet."""
    for place, argument in enumerate(arguments):
        if argument.startswith(_OPTION + "="):
            return argument.partition("=")[2]
        if argument == _OPTION and place + 1 < len(arguments):
            return arguments[place + 1]
    return None


def choose_geometry(
    given: str | None,
    predictions: Sequence[str],
    truth: str | None = None,
    task: str | None = None,
    *,
    protocol: str | None = None,
    formats: tuple[str | None, str | None] = (None, None),
) -> tuple[Geometry, str]:
    """Return the geometry and, where the files decided, a sentence that says so.

    `task` is what ``--task`` says of rows of label files; a `protocol` of one geometry alone decides, where
    the predictions hold it. `formats` are those that the caller named, of the truth and of predictions.
    """
    if given is not None:
        return next(geometry for geometry in GEOMETRIES if geometry == given), ""
    if truth is not None and (evidence := rotated_sides(truth, predictions, task, formats)):
        return ROTATED[0], f"evaluating rotated boxes: {evidence}"
    found = coco.detect_geometry(predictions)
    if not found.possible and (evidence := _masks_alone(predictions)):
        return "masks", f"evaluating masks: {evidence}"
    return _of_several(found, protocol)


def _of_several(found: coco.DetectedGeometry, protocol: str | None) -> tuple[Geometry, str]:
    """The geometry among those that the predictions hold."""
    alone = _only_geometry(protocol)
    if alone is not None and alone in found.possible and alone != found.chosen:
        return alone, f"evaluating {alone}: {protocol} takes nothing else"
    others = [geometry for geometry in found.possible if geometry != found.chosen]
    if others:
        names = " and ".join(others)
        return (
            found.chosen,
            f"evaluating {found.chosen}; the predictions hold {names} too: --geometry {others[0]}",
        )
    if found.possible and found.chosen != "boxes":
        return found.chosen, f"evaluating {found.chosen}: the predictions hold nothing else"
    return found.chosen, ""


def _only_geometry(protocol: str | None) -> Geometry | None:
    """The geometry of a protocol that has but one."""
    if protocol is None:
        return None
    held: tuple[Geometry, ...] = getattr(protocol_value(protocol), "geometries", ())
    return held[0] if len(held) == 1 else None


def _masks_alone(predictions: Sequence[str]) -> str:
    """What says that all predictions are masks and nothing else, in words; nothing where one is not."""
    said = ""
    try:
        for path in map(Path, predictions):
            if is_stream(path):
                return ""
            found, chosen, _ = datasets.find_source(path, "predictions")
            said = "" if chosen.masked is None else str(chosen.masked(found))
            if not said:
                return ""
    except (OSError, ValueError, TrueboxError):  # reading says what is wrong
        return ""
    return said
