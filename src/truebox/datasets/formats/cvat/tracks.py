"""CVAT's tracks: from the frames that are listed to a shape in every frame.

Facts, from CVAT's ``dataset_manager/annotation.py`` (``get_interpolated_shapes``): between two listed
shapes the numbers of boxes and ellipses change evenly and rotations the shorter way round; a shape that is
``outside`` ends what is seen until the next one; the last shape stays until the end of the task. Polygons
are matched point to point along their outline, which is not repeated here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from truebox.datasets.formats.cvat.shapes import CvatShape
from truebox.errors import InputError

__all__ = ["Sighting", "every_frame"]


@dataclass(slots=True)
class Sighting:
    """A track's shape in one frame."""

    frame: int
    shape: CvatShape
    place: str
    outside: bool = False
    attributes: dict[str, Any] = field(default_factory=dict)


def every_frame(listed: Sequence[Sighting], step: int, end: int) -> Iterator[Sighting]:
    """Where the track is seen, frame by frame, before `end`; `step` frames lie from one to the next (E-449).

    Examples
    --------
    >>> first = Sighting(0, CvatShape("box", [0, 0, 4, 4], 0), "a.xml track 0 box 0")
    >>> last = Sighting(4, CvatShape("box", [8, 0, 12, 4], 0), "a.xml track 0 box 1", outside=True)
    >>> [(each.frame, each.shape.numbers[0]) for each in every_frame([first, last], 1, 9)]
    [(0, 0), (1, 2.0), (2, 4.0), (3, 6.0)]
    """
    ordered = sorted(listed, key=lambda each: each.frame)
    for here, following in zip(ordered, [*ordered[1:], None], strict=True):
        if following is not None and following.frame == here.frame:
            problem = f"frame {here.frame} is listed twice in one track"
            raise InputError("E-449", following.place, problem, "keep one shape for each frame")
        if here.outside:
            continue
        yield here
        until = end if following is None else following.frame
        for frame in range(here.frame + step, until, step):
            shape = here.shape if following is None else _between(here, following, frame)
            yield Sighting(frame, shape, here.place, attributes=here.attributes)


def _between(here: Sighting, following: Sighting, frame: int) -> CvatShape:
    a, b = here.shape, following.shape
    if a.kind not in ("box", "ellipse") or a.kind != b.kind:
        if a.kind == b.kind and a.numbers == b.numbers:
            return a
        problem = f"no {a.kind} is listed between the frames {here.frame} and {following.frame}"
        fix = "export from CVAT as 'CVAT for video', which lists every frame"
        raise InputError("E-449", following.place, problem, fix)
    part = (frame - here.frame) / (following.frame - here.frame)
    turned = (b.rotation - a.rotation + 180) % 360 - 180
    return CvatShape(
        a.kind,
        [first + (last - first) * part for first, last in zip(a.numbers, b.numbers, strict=True)],
        (a.rotation + turned * part) % 360 if turned else a.rotation,
    )
