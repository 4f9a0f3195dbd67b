"""One region of VIA: its box, its outline, its class."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from truebox._writing.saying import say
from truebox.datasets.columns.rotated_corners import extent
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError

__all__ = ["NO_BOX", "class_attribute", "class_of", "shape_of"]

NO_BOX = ("point", "polyline", "line")
_CLASSES = ("label", "class", "class_name", "category", "name", "type", "object", "object_name", "species")
_RIM = 64


def shape_of(shape: JsonObject) -> dict[str, Any]:
    """Box ``x, y, width, height`` and, of what is no rectangle, its outline (E-451).

    Examples
    --------
    >>> shape_of(JsonObject({"name": "rect", "x": 1, "y": 2, "width": 3, "height": 4}, "a.json"))
    {'box': (1.0, 2.0, 3.0, 4.0), 'polygons': None}
    """
    kind = shape.text("name")
    if kind == "rect":
        x, y, width, height = shape.numbers("x", "y", "width", "height")
        return {"box": (x, y, width, height), "polygons": None}
    if kind == "polygon":
        points = _points(shape)
        return {"box": extent(points), "polygons": [points]}
    if kind in ("circle", "ellipse"):
        x, y = shape.numbers("cx", "cy")
        radii = shape.numbers("rx", "ry") if kind == "ellipse" else shape.numbers("r") * 2
        return _ellipse(x, y, radii, shape.number("theta", 0.0))
    known = "rect, polygon, circle, ellipse"
    raise InputError("E-451", shape.place, f"the shape {say(kind)} is unknown", f"use one of {known}")


def _points(shape: JsonObject) -> list[float]:
    across, down = shape.listed("all_points_x"), shape.listed("all_points_y")
    if len(across) != len(down) or len(across) < 3:
        problem = f"{len(across)} x and {len(down)} y of points, need as many of both, three or more"
        raise InputError("E-451", shape.place, problem, "draw it again")
    pairs = {"points": [list(pair) for pair in zip(across, down, strict=True)]}
    return JsonObject(pairs, shape.place).points("points")


def _ellipse(x: float, y: float, radii: Sequence[float], turn: float) -> dict[str, Any]:
    """The extent of the ellipse, and its rim as a polygon."""
    a, b = radii
    cos, sin = math.cos(turn), math.sin(turn)
    wide, high = math.hypot(a * cos, b * sin), math.hypot(a * sin, b * cos)
    rim: list[float] = []
    for step in range(_RIM):
        across, down = a * math.cos(2 * math.pi * step / _RIM), b * math.sin(2 * math.pi * step / _RIM)
        rim += [x + across * cos - down * sin, y + across * sin + down * cos]
    return {"box": (x - wide, y - high, 2 * wide, 2 * high), "polygons": [rim]}


def class_attribute(regions: Sequence[Mapping[str, Any]], given: str | None, place: str) -> str | None:
    """Which attribute of regions is their class; None where they have no attributes at all (E-443).

    Parameters
    ----------
    regions : sequence of mapping
        The attributes of each.
    given : str, optional
        What the caller says it is.
    place : str
        Of the file, for messages.

    Examples
    --------
    >>> class_attribute([{"species": "cat", "age": "3"}], None, "a.json")
    'species'
    """
    names = list(dict.fromkeys(name for region in regions for name in region))
    if given is not None:
        if given not in names:
            problem = f"no region has the attribute {say(given)}"
            raise InputError("E-443", place, problem, f"name one of {', '.join(map(say, names)) or 'none'}")
        return given
    if len(names) < 2:
        return names[0] if names else None
    called = [name for name in names if name.casefold().replace(" ", "_") in _CLASSES]
    if len(called) != 1:
        flags = " or ".join(f"--columns label={name}" for name in called or names)
        problem = f"nothing says which attribute is the class ({', '.join(map(say, names))})"
        raise InputError("E-443", place, problem, f"say it with {flags}")
    return called[0]


def class_of(attributes: Mapping[str, Any], name: str, place: str) -> str:
    """The class of a region: a text, or the one choice that is ticked (E-424).

    Examples
    --------
    >>> class_of({"kind": "cat"}, "kind", "a.json"), class_of({"kind": {"dog": True}}, "kind", "a.json")
    ('cat', 'dog')
    """
    value = attributes.get(name)
    if isinstance(value, Mapping):
        ticked = [each for each, chosen in value.items() if chosen]
        value = ticked[0] if len(ticked) == 1 else None
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        problem = f"the region has no class in its attribute {say(name)}"
        raise InputError("E-424", place, problem, "name it, or leave such regions out with --lenient")
    return value.strip()
