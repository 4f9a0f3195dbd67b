"""The option ``--geometry``: as given, or what the predictions allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from truebox.datasets.formats import coco

if TYPE_CHECKING:
    from truebox.typing import Geometry

__all__ = ["GEOMETRIES", "Geometries", "choose_geometry", "said_in"]

GEOMETRIES: tuple[Geometry, ...] = ("boxes", "masks", "keypoints", "boundary")
_OPTION = "--geometry"


class Geometries(click.Choice[str]):
    """One geometry, or several with commas between them, each evaluated as by itself."""

    name = "geometries"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The names as given, each of them known and none twice."""
        named = [
            str(super(Geometries, self).convert(each.strip(), param, ctx)) for each in str(value).split(",")
        ]
        return ",".join(dict.fromkeys(named))


def said_in(arguments: Sequence[str]) -> str | None:
    """Find the value of ``--geometry`` in arguments that are not parsed yet."""
    for place, argument in enumerate(arguments):
        if argument.startswith(_OPTION + "="):
            return argument.partition("=")[2]
        if argument == _OPTION and place + 1 < len(arguments):
            return arguments[place + 1]
    return None


def choose_geometry(given: str | None, predictions: Sequence[str]) -> tuple[Geometry, str]:
    """Return the geometry and, where the files decided, a sentence that says so."""
    if given is not None:
        return next(geometry for geometry in GEOMETRIES if geometry == given), ""
    found = coco.detect_geometry(predictions)
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
