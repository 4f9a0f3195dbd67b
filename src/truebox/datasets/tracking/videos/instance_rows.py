"""The tracks of one video while its entries are read, and the sequence that they make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.errors import ArgumentError, InputError
from truebox.masks import concatenate_masks, mask_area, mask_to_box, masks_from_coco
from truebox.records import TrackedSequence, WholeTracks

if TYPE_CHECKING:
    from truebox.datasets.texts.json_object import JsonObject
    from truebox.masks import Masks
    from truebox.typing import AnyArray, FloatArray

__all__ = ["InstanceRows"]


class InstanceRows:
    """What the entries of one video say.

    Parameters
    ----------
    place : str
        The file, for messages; the number of an entry stands behind it.
    is_truth : bool
        Truth has areas and crowds, results have scores.
    size : (height, width), optional
        Of the video's pictures; (0, 0) where the file does not say.
    length : int
        Frames; 0 where only the other side knows.
    """

    def __init__(
        self, place: str, *, is_truth: bool, size: tuple[int, int] = (0, 0), length: int = 0
    ) -> None:
        self._place, self._is_truth = place, is_truth
        self._size, self._length = size, length
        self._tracks: list[tuple[int, int, float, bool, int]] = []
        self._areas: list[list[float] | None] = []
        self._rows: list[tuple[int, int, int]] = []  # place of the track, entry, frame
        self._shapes: list[Any] = []

    def add(self, each: JsonObject, entry: int, track: int) -> None:
        """One entry more."""
        shapes = each.listed("segmentations")
        if self._length and len(shapes) != self._length:
            problem = f"there are {len(shapes)} segmentations, and the video has {self._length} frames"
            fix = "write one for each frame, null where the object is not seen"
            raise InputError("E-591", each.place, problem, fix)
        if self._size == (0, 0) and "height" in each and "width" in each:
            self._size = (each.whole("height"), each.whole("width"))
        score = 1.0 if self._is_truth else each.number("score")
        crowd = self._is_truth and each.flag("iscrowd")
        place = len(self._tracks)
        self._tracks.append((track, each.whole("category_id"), score, crowd, len(shapes)))
        self._areas.append(_areas(each) if self._is_truth else None)
        seen = [(frame, shape) for frame, shape in enumerate(shapes) if shape]
        self._rows += [(place, entry, frame) for frame, _ in seen]
        self._shapes += [shape for _, shape in seen]

    def sequence(self, name: str, number: int) -> TrackedSequence:
        """The sequence, a row for each segmentation in the order of the entries."""
        masks = self._masks()
        rows = np.array(self._rows, dtype=np.int64).reshape(-1, 3)
        owner, entry, frame = rows.T
        track = np.array([each[0] for each in self._tracks], dtype=np.int64)
        label = np.array([each[1] for each in self._tracks], dtype=np.int64)
        score = np.array([each[2] for each in self._tracks], dtype=np.float64)
        return TrackedSequence(
            name=name,
            length=self._length,
            frame=frame.astype(np.int32),
            track=track[owner],
            boxes=mask_to_box(masks).reshape(-1, 4),
            label=label[owner],
            score=score[owner],
            attributes={"entry": entry},
            place=self._place,
            first=0,
            masks=masks,
            whole=WholeTracks(
                track=track,
                label=label,
                score=score,
                area=self._mean_areas(masks, owner),
                crowd=np.array([each[3] for each in self._tracks], dtype=bool),
                listed=np.array([each[4] for each in self._tracks], dtype=np.int64),
            ),
            number=number,
        )

    def _masks(self) -> Masks:
        if not self._shapes:
            return concatenate_masks([])
        sizes = None if self._size == (0, 0) else self._size
        try:
            return masks_from_coco(self._shapes, sizes)
        except InputError as error:
            place, entry, frame = self._rows[error.row or 0]
            where = f"{self._place}[{entry}] segmentations[{frame}]"
            raise InputError(error.code, where, error.problem, error.fix, row=place) from None
        except ArgumentError:
            place, entry, frame = self._rows[0]
            problem = "outlines need the size of the picture, which nobody says"
            fix = "write run lengths there, or height and width in the truth's video"
            raise InputError("E-163", f"{self._place}[{entry}]", problem, fix, row=place) from None

    def _mean_areas(self, masks: Masks, owner: AnyArray) -> FloatArray:
        """Mean of the areas that are not 0: of truth those written, else those of the masks."""
        own = mask_area(masks)
        means = np.zeros(len(self._tracks))
        begins = np.searchsorted(owner, np.arange(len(self._tracks) + 1))
        for place, told in enumerate(self._areas):
            areas = own[begins[place] : begins[place + 1]] if told is None else np.array(told)
            areas = areas[areas != 0]
            means[place] = areas.mean() if len(areas) else 0.0
        return means


def _areas(each: JsonObject) -> list[float] | None:
    if "areas" not in each:
        return None
    found = []
    for frame, area in enumerate(each.listed("areas")):
        if isinstance(area, bool) or not isinstance(area, int | float | None):
            problem = f"areas[{frame}] is {area!r:.60}, need a number or null"
            raise InputError("E-440", each.place, problem, "write the pixels of the mask")
        found.append(area or 0)
    return found
