"""Pictures of the frames around events, small, as far as a budget goes: the gravest events first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebox.drawing import SequencePictures
from truebox.evaluation import TrackEvents, event_frames
from truebox.report.page.images.pictures import small_picture

if TYPE_CHECKING:
    from truebox.report.page.tracks.material import TrackMaterial

__all__ = ["FramePictures", "frame_pictures"]


@dataclass(frozen=True, slots=True)
class FramePictures:
    """Data addresses of pictures by sequence and frame (from 0), and what is worth saying about the rest.

    Parameters
    ----------
    addresses : dict of str to dict of str to str
        Place of the sequence, then number of the frame.
    sizes : dict of str to list of int
        Width and height of the pictures of a sequence as they were.
    note : str
    """

    addresses: dict[str, dict[str, str]]
    sizes: dict[str, list[int]]
    note: str


def frame_pictures(material: TrackMaterial) -> FramePictures:
    """Pictures of the frames that show the events of the page, until `material.most_bytes` are used.

    Raises
    ------
    MissingExtraError
        Pictures are asked for, and Pillow is not installed.
    """
    if material.images is None:
        return FramePictures({}, {}, "No folder of pictures was named (--images): boxes stand on a canvas.")
    sequences = material.sides[0].result.truth.sequences
    folder = SequencePictures(material.images, only=len(sequences) == 1)
    addresses: dict[str, dict[str, str]] = {}
    sizes: dict[str, list[int]] = {}
    used = missing = count = 0
    for place, frame in dict.fromkeys(_wanted(material)):
        path = folder.find(sequences[place].name, frame)
        made = None if path is None else small_picture(path)
        if made is None:
            missing += 1
            continue
        address, size = made
        if used + len(address) > material.most_bytes:
            budget = material.most_bytes / 1e6
            note = f"{count:,} frames have their picture, of the gravest events; {budget:g} MB are used up."
            return FramePictures(addresses, sizes, note)
        used += len(address)
        count += 1
        addresses.setdefault(str(place), {})[str(frame - sequences[place].first)] = address
        sizes[str(place)] = list(size)
    note = f"{missing:,} frames around events have no picture in {material.images.name}." if missing else ""
    return FramePictures(addresses, sizes, note)


def _wanted(material: TrackMaterial) -> Iterator[tuple[int, int]]:
    """Sequence and frame, of the gravest event of every tracker first."""
    sequences = material.sides[0].result.truth.sequences
    longest = max((len(side.chosen) for side in material.sides), default=0)
    for row in range(longest):
        for side in material.sides:
            if row >= len(side.chosen):
                continue
            events: Any = side.events
            at = side.chosen[row]
            place, frame = int(events.sequence[at]), int(events.frame[at])
            first = sequences[place].first
            last = first + material.lengths[place] - 1
            kind = TrackEvents.kinds[int(events.kind[at])]
            for each in event_frames(kind, frame, int(events.gap[at]), first, last):
                yield place, each
