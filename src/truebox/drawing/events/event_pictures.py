"""Events of tracks on the pictures of their frames: as a sheet, or as a clip."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.drawing.colours import identity_colour
from truebox.drawing.events.event_scene import EventScene
from truebox.drawing.events.sheet import sheet_of
from truebox.drawing.events.wording import event_words
from truebox.drawing.marking.painting import paint
from truebox.drawing.painting.canvas import Canvas
from truebox.drawing.painting.marks import Mark
from truebox.drawing.painting.strokes import Strokes
from truebox.drawing.pictures.picture import as_picture
from truebox.drawing.pictures.sequence_pictures import SequencePictures
from truebox.drawing.pictures.sequence_videos import SequenceVideos
from truebox.drawing.pillow import Image
from truebox.drawing.theme import as_theme
from truebox.errors import ArgumentError
from truebox.evaluation import event_frames

if TYPE_CHECKING:
    from truebox.drawing.theme import Theme
    from truebox.evaluation import TrackEvents, TrackResult
    from truebox.typing import FloatArray

__all__ = ["EventPictures"]

_OTHERS = Strokes(line=1, casing=1, text=13, padding=3)
_FOCUS = Strokes(line=3, casing=1, text=14, padding=3)
_TAIL = 25
"""Frames of the way that a track came."""

_BEFORE_AND_AFTER, _MOST_FRAMES = 8, 90


class EventPictures:
    """Draws the events of a result of tracks, each on the frames in which it can be seen.

    Boxes of the truth are dashed; those of tracks have the colour of their id, the same in every picture.
    What the event is about is named and has the way it came; others of its class are thin. Only rows that
    are evaluated are shown.

    Parameters
    ----------
    result : TrackResult
        From `truebox.tracking.evaluate`.
    images : path, optional
        Folder of the frames: ``SEQ/img1/000001.jpg``, ``SEQ/000001.jpg``, or of a single sequence the files
        alone; or videos, ``SEQ.mp4`` or the only one in the folder ``SEQ``, whose first frame is that of
        the sequence (OpenCV or imageio reads them). Frames without a picture are drawn on a canvas.
    own_names : bool
        Take only pictures and videos that have the name of their sequence, even if there is one alone.
    theme : str or Theme
        As in `draw_boxes`.
    height : int
        Of a frame as it is drawn, in pixels, from 64 to 2160.

    Raises
    ------
    ArgumentError
        A `height` or `theme` that cannot be taken, a folder that is not there, or videos and nothing to read
        them with.
    MissingExtraError
        Pillow is not installed.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = {"frames": [1, 2, 3], "ids": [7, 7, 7], "boxes": [[20, 30, 40, 80]] * 3}
    >>> found = {"frames": [1, 2, 3], "ids": [1, 1, 2], "boxes": [[20, 30, 40, 80]] * 3}
    >>> pictures = EventPictures(tb.tracking.evaluate(truth, found))
    >>> pictures.words(0)
    'new id: truth 7 goes from track 1 to track 2'
    >>> pictures.sheet(0).mode, len(pictures.clip(0))
    ('RGB', 3)
    """

    @refuses_other_kinds
    def __init__(
        self,
        result: TrackResult,
        *,
        images: str | os.PathLike[str] | None = None,
        theme: str | Theme = "classic",
        height: int = 300,
        own_names: bool = False,
    ) -> None:
        if images is not None and not Path(images).is_dir():
            raise ArgumentError(
                f"images: there is no folder {os.fspath(images)}; give that of the sequences' frames"
            )
        if not isinstance(height, int) or not 64 <= height <= 2160:
            raise ArgumentError(f"height is {height!r}; expected a whole number of pixels from 64 to 2160")
        self._result, self._theme, self._height = result, as_theme(theme), height
        only = len(result.truth.sequences) == 1 and not own_names
        self._folder = None if images is None else SequencePictures(Path(images), only=only)
        self._videos = None if images is None else SequenceVideos(Path(images), only=only)
        self._first = {sequence.name: sequence.first for sequence in result.truth.sequences}
        self._last: tuple[int, EventScene] | None = None
        self.without_picture: set[tuple[str, int]] = set()
        """Sequence and frame of what was drawn on a canvas although there is a folder of frames."""
        self.with_picture: set[tuple[str, int]] = set()
        """Sequence and frame of what was drawn on its picture."""

    @cached_property
    def events(self) -> TrackEvents:
        """The events of the result; every other method takes a place among them."""
        return self._result.events

    @refuses_other_kinds
    def words(self, place: int) -> str:
        """What happened, in one line."""
        return event_words(self._row(place))

    @refuses_other_kinds
    def sheet(self, place: int) -> Image.Image:
        """The frames that show an event, at most five, beside each other, with what happened above them."""
        row = self._row(place)
        frames = self._frames(place, row)
        title = (event_words(row), ", ".join([*filter(None, row[:2]), f"frame {row[2]}"]), _LEGEND)
        shown = [f"frame {frame}" for frame in frames]
        chosen = frames.index(row[2]) if row[2] in frames else None
        return sheet_of(self._drawn(place, row, frames), shown, chosen, title, self._theme)

    @refuses_other_kinds
    def clip(self, place: int) -> list[Image.Image]:
        """The frames around an event one after the other, of one size, both sides even.

        From eight frames before those of the sheet to eight after them; of more than 90 frames every second,
        third, and so on.
        """
        row = self._row(place)
        shown, scene = self._frames(place, row), self._scene(place, row)
        first = max(scene.first, shown[0] - _BEFORE_AND_AFTER)
        last = min(scene.last, shown[-1] + _BEFORE_AND_AFTER)
        step = -(-(last - first + 1) // _MOST_FRAMES)
        return self._drawn(place, row, list(range(first, last + 1, step)), numbered=True)

    @cached_property
    def _rows(self) -> list[tuple[Any, ...]]:
        return list(self.events.rows())

    def _row(self, place: int) -> tuple[Any, ...]:
        if not 0 <= place < len(self._rows):
            raise ArgumentError(f"place is {place}; there are {len(self._rows):,} events, counted from 0")
        return self._rows[place]

    def _scene(self, place: int, row: tuple[Any, ...]) -> EventScene:
        if self._last is None or self._last[0] != place:
            events = self.events
            scene = EventScene.of(self._result, int(events.sequence[place]), int(events.category[place]), row)
            self._last = (place, scene)
        return self._last[1]

    def _frames(self, place: int, row: tuple[Any, ...]) -> list[int]:
        scene = self._scene(place, row)
        return event_frames(row[3], row[2], row[7], scene.first, scene.last)

    def _drawn(
        self, place: int, row: tuple[Any, ...], frames: list[int], *, numbered: bool = False
    ) -> list[Image.Image]:
        scene = self._scene(place, row)
        pictures = [self._picture(row[0], frame) for frame in frames]
        size = next((each.size for each in pictures if each is not None), None) or scene.extent()
        crop = scene.crop(frames[0], frames[-1], size)
        panels = []
        for frame, picture in zip(frames, pictures, strict=True):
            panel, scale = self._panel(picture, crop)
            canvas = Canvas.of(panel)
            others, focus = self._marks(scene, frame, crop, scale)
            paint(canvas, others, (), self._theme, _OTHERS)
            paint(canvas, focus, (), self._theme, _FOCUS)
            if numbered:
                corner = np.array([4.0, 4.0, 4.0, 4.0])
                note = Mark(colour=(40, 44, 52), anchor=corner, caption=(f"frame {frame}",))
                paint(canvas, [note], (), self._theme, _FOCUS)
            panels.append(canvas.picture())
        return panels

    def _picture(self, sequence: str, frame: int) -> Image.Image | None:
        if self._folder is None or self._videos is None:
            return None
        picture = None
        if path := self._folder.find(sequence, frame):
            picture = as_picture(path, self._theme.canvas)
        elif not self._folder.of(sequence):
            picture = self._videos.frame(sequence, frame - self._first[sequence])
        (self.without_picture if picture is None else self.with_picture).add((sequence, frame))
        return picture

    def _panel(self, picture: Image.Image | None, crop: FloatArray) -> tuple[Image.Image, FloatArray]:
        """The part of the picture in the size of a panel, and how much larger it is."""
        sides = crop[2:] - crop[:2]
        size = (max(2, 2 * round(self._height * sides[0] / sides[1] / 2)), 2 * (self._height // 2))
        scale: FloatArray = np.array(size) / sides
        if picture is None:
            return Image.new("RGB", size, self._theme.canvas), scale
        return picture.resize(size, Image.Resampling.BICUBIC, box=tuple(crop.tolist())), scale

    def _marks(
        self, scene: EventScene, frame: int, crop: FloatArray, scale: FloatArray
    ) -> tuple[list[Mark], list[Mark]]:
        """Marks of others, and of what the event is about."""

        def placed(points: FloatArray) -> FloatArray:
            moved: FloatArray = (points - crop[:2]) * scale
            return moved

        others: list[Mark] = []
        focus: list[Mark] = []
        for track, box in scene.predictions.at(frame).items():
            colour, anchor = identity_colour(track), placed(box.reshape(2, 2)).reshape(4)
            if track in scene.found_ids:
                way = placed(scene.predictions.way(track, frame, _TAIL))
                focus.append(Mark(colour=colour, anchor=anchor, trail=way))
                focus.append(Mark(colour=colour, anchor=anchor, framed=True, caption=(f"track {track}",)))
            else:
                others.append(Mark(colour=colour, anchor=anchor, framed=True))
        for track, box in scene.truth.at(frame).items():
            anchor = placed(box.reshape(2, 2)).reshape(4)
            named = track in scene.true_ids
            mark = Mark(
                colour=self._theme.truth,
                anchor=anchor,
                framed=True,
                dashed=True,
                caption=(f"truth {track}",) if named else (),
            )
            (focus if named else others).append(mark)
        return others, focus


_LEGEND = "dashed: the truth; solid: tracks, in the colour of their id"
