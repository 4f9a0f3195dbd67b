"""What one example says about its picture, its objects and detections in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from truebox._writing.saying import say_numbers
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.formats.tfrecord.example import Values

__all__ = ["FLAGS", "Picture", "PictureObject"]

FLAGS = ("is_crowd", "difficult", "group_of")

_SIDES = ("xmin", "ymin", "xmax", "ymax")
# Boxes may reach a little beyond their picture; pixels lie far beyond it.
_LARGEST_FRACTION = 2.0

_Box: TypeAlias = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PictureObject:
    """One object; the box is x, y, width, height in pixels."""

    label: int | None
    text: str
    box: _Box
    place: str
    area: float | None = None
    crowd: bool = False
    ignore: bool = False
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Picture:
    """One example.

    Examples
    --------
    >>> sides = {f"image/object/bbox/{side}": [0.25] for side in ("xmin", "ymin")}
    >>> sides |= {f"image/object/bbox/{side}": [0.5] for side in ("xmax", "ymax")}
    >>> picture = Picture(sides | {"image/object/class/text": [b"cat"]}, "a.tfrecord record 1", 0)
    >>> picture.objects(100, 80)[0].box
    (25.0, 20.0, 25.0, 20.0)
    """

    features: Mapping[str, Values]
    place: str
    row: int

    def name(self) -> str:
        """Its file name, else its id (E-457 where it has neither)."""
        for key in ("image/filename", "image/source_id"):
            if (texts := self._texts(key)) and texts[0]:
                return texts[0]
        raise self._refusal("it has neither image/filename nor image/source_id", "write one of them")

    def size(self) -> tuple[int, int] | None:
        """Width and height; None where it does not say."""
        width, height = self._wholes("image/width"), self._wholes("image/height")
        if not width or not height or not (width[0] > 0 and height[0] > 0):
            return None
        return width[0], height[0]

    def objects(self, width: int, height: int) -> list[PictureObject]:
        """The objects, in the order of the lists (E-401, E-450, E-457)."""
        boxes = self._boxes("image/object/bbox/", width, height)
        count = len(boxes)
        labels = self._of_length("image/object/class/label", self._wholes("image/object/class/label"), count)
        texts = self._of_length("image/object/class/text", self._texts("image/object/class/text"), count)
        areas = self._of_length("image/object/area", self._floats("image/object/area"), count)
        flags = {
            name: self._of_length(f"image/object/{name}", self._wholes(f"image/object/{name}"), count)
            for name in FLAGS
        }
        found = []
        for at, box in enumerate(boxes):
            label, text = labels[at] if labels else None, texts[at] if texts else ""
            if label is None and not text:
                raise self._refusal(f"object {at + 1} has neither a label nor a text", "name its class")
            said = {name: bool(values[at]) for name, values in flags.items() if values}
            crowd = said.pop("is_crowd", False) or said.get("group_of", False)
            area = areas[at] if areas and areas[at] > 0 else None
            place = f"{self.place} object {at + 1}"
            ignore = said.get("difficult", False)
            found.append(PictureObject(label, text, box, place, area, crowd, ignore, said))
        return found

    def detections(self, width: int, height: int) -> list[tuple[int | str, _Box, float, str]]:
        """Class, box, score and place of every detection (E-401, E-450, E-457).

        A class is its name, where `image/detection/class/text` has one, else its label.
        """
        if "image/detection/score" not in self.features:
            fix = "write image/detection/bbox/..., label and score, as infer_detections does"
            raise self._refusal("it has no detections (image/detection/score)", fix)
        boxes = self._boxes("image/detection/bbox/", width, height)
        scores, labels = self._floats("image/detection/score"), self._wholes("image/detection/label")
        for what, held in (("score", scores), ("label", labels)):
            if len(held) != len(boxes):
                problem = f"image/detection/{what} has {len(held)} values for {len(boxes)} boxes"
                raise self._refusal(problem, "write one value per box")
        key = "image/detection/class/text"
        texts = self._of_length(key, self._texts(key), len(boxes)) or [""] * len(boxes)
        rows = zip(texts, labels, boxes, scores, strict=True)
        return [
            (text or label, box, score, f"{self.place} detection {at}")
            for at, (text, label, box, score) in enumerate(rows, start=1)
        ]

    def _boxes(self, prefix: str, width: int, height: int) -> list[_Box]:
        sides = [self._floats(f"{prefix}{side}") for side in _SIDES]
        if len({len(side) for side in sides}) != 1:
            counts = ", ".join(f"{name} {len(side)}" for name, side in zip(_SIDES, sides, strict=True))
            raise self._refusal(
                f"the lists of {prefix} differ in length: {counts}", "write one value per box"
            )
        boxes = []
        for at, corners in enumerate(zip(*sides, strict=True), start=1):
            if any(abs(number) > _LARGEST_FRACTION for number in corners):
                problem = f"box {at} {say_numbers(corners)} is no fraction of the picture"
                raise InputError("E-401", self.place, problem, "divide by width and height", row=self.row)
            if not (width and height):
                problem = "boxes are fractions, and image/width and image/height are missing"
                fix = "write them, or name the folder of the pictures with --images"
                raise InputError("E-450", self.place, problem, fix, row=self.row)
            left, top, right, bottom = corners
            box = (left * width, top * height, (right - left) * width, (bottom - top) * height)
            boxes.append(box)
        return boxes

    def _of_length(self, key: str, values: Sequence[Any], count: int) -> Sequence[Any]:
        """A list as long as there are boxes, or an empty one."""
        if values and len(values) != count:
            raise self._refusal(
                f"{key} has {len(values)} values for {count} boxes", "write one value per box"
            )
        return values

    def _texts(self, key: str) -> list[str]:
        values = self.features.get(key, [])
        if values and not isinstance(values[0], bytes):
            raise self._refusal(f"{key} is no list of texts", "write it as bytes")
        try:
            return [value.decode("utf-8") for value in values if isinstance(value, bytes)]
        except UnicodeDecodeError:
            raise self._refusal(f"a text in {key} is not UTF-8", "write it as UTF-8") from None

    def _floats(self, key: str) -> list[float]:
        values = self.features.get(key, [])
        if values and not isinstance(values[0], float):
            raise self._refusal(f"{key} is no list of floats", "write it as floats")
        return [value for value in values if isinstance(value, float)]

    def _wholes(self, key: str) -> list[int]:
        values = self.features.get(key, [])
        if values and not isinstance(values[0], int):
            raise self._refusal(f"{key} is no list of whole numbers", "write it as int64")
        return [value for value in values if isinstance(value, int)]

    def _refusal(self, problem: str, fix: str) -> InputError:
        return InputError("E-457", self.place, problem, fix, row=self.row)
