"""One column of a parsed COCO list: taken at once when clean, else searched for the first bad row."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._frozen import dataclass
from truebox._writing.saying import say, say_numbers
from truebox.errors import InputError
from truebox.records import Ids, Strings, WholeText

if TYPE_CHECKING:
    from truebox.typing import BoolArray, ByteArray, FloatArray, Int64Array

__all__ = ["LARGEST_COORDINATE", "Rows", "given_columns"]

# Beyond this, products of two coordinates leave the range of float64 and an overlap would be NaN.
LARGEST_COORDINATE = 1e100

_MISSING = object()
_LARGEST_ID = int(sys.float_info.max)
"""JSON numbers beyond it are refused, in files as in memory."""
_TURNED = "; {} are a rotated box: evaluate with --geometry rotated (in Python geometry='rotated')"
_ROTATED = {5: _TURNED.format("centre, size and angle"), 8: _TURNED.format("four corners")}
_XYWH = "[x, y, width, height]"


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of parsed objects and how to name one of them in a message.

    Parameters
    ----------
    rows : sequence of mappings
    name : str
        What stands before ``[17]`` in a place, such as ``"pred.json"``.
    offset : int
        Where a part of a longer list begins in it.
    """

    rows: Sequence[Any]
    name: str
    offset: int = 0

    def check_objects(self) -> None:
        """Refuse a row that is not an object (E-135)."""
        if set(map(type, self.rows)) <= {dict}:
            return
        for row, value in enumerate(self.rows):
            if not isinstance(value, Mapping):
                problem = f"{say(value)}, need an object like {{...}}"
                at = row + self.offset
                raise InputError("E-135", f"{self.name}[{at}]", problem, "remove or repair this row", row=at)

    def refuse(self, code: str, row: int, key: str, problem: str, fix: str) -> InputError:
        """The error for one value, naming its row and, where it has one, its image."""
        image = self.rows[row].get("image_id", _MISSING)
        row += self.offset
        where = f" (row {row}, image_id {say(image)})" if image is not _MISSING else f" (row {row})"
        return InputError(code, f"{self.name}[{row}].{key}", problem + where, fix, row=row)

    def column(self, key: str) -> list[Any]:
        """The values of `key`, `_MISSING` where a row has none."""
        try:
            return [row[key] for row in self.rows]
        except KeyError:
            return [row.get(key, _MISSING) for row in self.rows]

    def ids(self, key: str) -> Ids:
        """A column of ids, all integers or all strings (E-125, E-126, E-127).

        Integers of which one has more than 64 bits are texts in the order of numbers.
        """
        values = self.column(key)
        kinds = set(map(type, values))
        if not kinds <= {int, str}:
            values = [self._id(row, key, value) for row, value in enumerate(values)]
            kinds = set(map(type, values))
        if kinds == {int, str}:
            raise self._mixed(key, values)
        if kinds == {str}:
            return _string_ids(values)
        try:
            return Ids(np.array(values, dtype=np.int64))
        except OverflowError:
            return self._wide_ids(key, values)

    def _wide_ids(self, key: str, values: list[int]) -> Ids:
        for row, value in enumerate(values):
            if abs(value) > _LARGEST_ID:
                problem = "an integer beyond the range of float64"
                raise self.refuse("E-126", row, key, problem, "write such ids as strings, in both files")
        return _string_ids([WholeText(value) for value in values])

    def _id(self, row: int, key: str, value: Any) -> Any:
        if value is _MISSING:
            raise self.refuse("E-125", row, key, f"{key} is missing", f'add "{key}" to every row')
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, str, float, np.number)):
            problem = f"{say(value)}, need an integer or a string"
            raise self.refuse("E-126", row, key, problem, f"write {key} as the truth's own id")
        if isinstance(value, str):
            return str(value)
        if isinstance(value, (int, np.integer)):
            return int(value)
        # From 2**53 neighbouring integers share one float: it is unknown which id was meant.
        number = float(value)
        if not number.is_integer() or abs(number) >= 2**53:
            problem = f"{say(value)} is no exact integer"
            raise self.refuse("E-126", row, key, problem, f"write {key} as an integer or a string")
        return int(number)

    def _mixed(self, key: str, values: list[Any]) -> InputError:
        first = type(values[0])
        row = next(row for row, value in enumerate(values) if type(value) is not first)
        problem = (
            f"{say(values[row])}, but {key} of row 0 is {say(values[0])}: integers and strings are mixed"
        )
        return self.refuse("E-127", row, key, problem, f"write every {key} the same way")

    def boxes(self, key: str = "bbox") -> FloatArray:
        """Boxes [N, 4], finite and with sizes >= 0 (E-120, E-121, E-122)."""
        values = self.column(key)
        if not (set(map(type, values)) <= {list, tuple} and set(map(len, values)) <= {4}):
            values = [self._box(row, key, value) for row, value in enumerate(values)]
        flat = list(chain.from_iterable(values))
        if not set(map(type, flat)) <= {int, float}:
            flat = [
                self._coordinate(row, key, corner, number)
                for row, value in enumerate(values)
                for corner, number in enumerate(value)
            ]
        try:
            boxes = np.array(flat, dtype=np.float64).reshape(-1, 4)
        except OverflowError:
            boxes = np.array([_float(number) for number in flat], dtype=np.float64).reshape(-1, 4)
        self._check_boxes(boxes, key)
        return boxes

    def _box(self, row: int, key: str, value: Any) -> Sequence[Any]:
        if value is _MISSING:
            fix = f'add "{key}": {_XYWH} to every row'
            if "segmentation" in self.rows[row]:
                fix += "; or evaluate the masks: --geometry masks"
            elif "rbox" in self.rows[row]:
                fix = "evaluate the rotated boxes (--geometry rotated), on both sides"
            raise self.refuse("E-120", row, key, f"{key} is missing", fix)
        if isinstance(value, np.ndarray):
            value = value.tolist()
        if not isinstance(value, (list, tuple)):
            problem = f"{say(value)}, need 4 numbers {_XYWH}"
            raise self.refuse("E-120", row, key, problem, f"write the box as {_XYWH}")
        if len(value) != 4:
            number = f"{len(value)} number{'s' * (len(value) != 1)}"
            fix = f"write {_XYWH} in absolute pixels{_ROTATED.get(len(value), '')}"
            raise self.refuse("E-120", row, key, f"{number}, need 4 {_XYWH}", fix)
        return value

    def _coordinate(self, row: int, key: str, corner: int, value: Any) -> float:
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.number)):
            problem = f"{say(value)}, need a number"
            raise self.refuse("E-120", row, f"{key}[{corner}]", problem, "write numbers without quotes")
        return _float(value)

    def _check_boxes(self, boxes: FloatArray, key: str) -> None:
        bad = np.logical_not(np.all(np.abs(boxes) <= LARGEST_COORDINATE, axis=1))
        if bad.any():
            row = int(bad.argmax())
            problem = f"{say_numbers(boxes[row])} holds a number that is not finite or not a pixel coordinate"
            fix = f"remove or repair such boxes{_share(bad.sum(), len(boxes))}"
            raise self.refuse("E-121", row, key, problem, fix)
        bad = np.any(boxes[:, 2:] < 0, axis=1)
        if bad.any():
            row = int(bad.argmax())
            problem = f"{say_numbers(boxes[row])} has a negative width or height, need {_XYWH}"
            fix = f"{_negative_fix(boxes, bad, self.name)}{_share(bad.sum(), len(boxes))}"
            raise self.refuse("E-122", row, key, problem, fix)

    def numbers(self, key: str, missing_code: str, wrong_code: str) -> FloatArray:
        """A column of finite numbers, every row having one."""
        values = self.column(key)
        if not set(map(type, values)) <= {int, float}:
            values = [
                self._number(row, key, value, missing_code, wrong_code) for row, value in enumerate(values)
            ]
        try:
            numbers = np.array(values, dtype=np.float64)
        except OverflowError:
            numbers = np.array([_float(value) for value in values], dtype=np.float64)
        bad = ~np.isfinite(numbers)
        if bad.any():
            row = int(bad.argmax())
            problem = f"{say(float(numbers[row]))} is not finite"
            fix = f"remove or repair such rows{_share(bad.sum(), len(numbers))}"
            raise self.refuse(wrong_code, row, key, problem, fix)
        return numbers

    def _number(self, row: int, key: str, value: Any, missing_code: str, wrong_code: str) -> float:
        if value is _MISSING:
            count = sum(key not in other for other in self.rows)
            fix = f'add "{key}" to every row{_share(count, len(self.rows))}'
            raise self.refuse(missing_code, row, key, f"{key} is missing", fix)
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.number)):
            problem = f"{say(value)}, need a number"
            raise self.refuse(wrong_code, row, key, problem, f"write {key} as a number")
        return _float(value)

    def areas(self) -> tuple[FloatArray, BoolArray]:
        """Areas >= 0 and where there is none (E-128)."""
        values = self.column("area")
        missing = np.array([value is _MISSING or value is None for value in values], dtype=bool)
        if missing.any():
            values = [0.0 if absent else value for value, absent in zip(values, missing, strict=True)]
        filled = Rows(
            [{**row, "area": value} for row, value in zip(self.rows, values, strict=True)],
            self.name,
            self.offset,
        )
        area = (filled if missing.any() else self).numbers("area", "E-128", "E-128")
        bad = area < 0
        if bad.any():
            row = int(bad.argmax())
            problem = f"{say(float(area[row]))} is negative, need an area in square pixels"
            raise self.refuse(
                "E-128", row, "area", problem, "write the area, or leave the key out: width x height"
            )
        return area, missing

    def flags(self, key: str) -> ByteArray:
        """A column of 0 and 1; 0 where it is missing or null (E-129)."""
        values = self.column(key)
        allowed = {0, 1, None, _MISSING}
        flags = np.zeros(len(values), dtype=np.uint8)
        for row, value in enumerate(values):
            simple = (
                value is None or value is _MISSING or isinstance(value, (int, float, np.number, np.bool_))
            )
            if not simple or value not in allowed:
                problem = f"{say(value)}, need 0 or 1"
                raise self.refuse("E-129", row, key, problem, f"write {key} as 0 or 1")
            flags[row] = value == 1
        return flags

    def sizes(self) -> Int64Array:
        """Image sizes [N, 2] width, height; 0 where a row does not say (E-136)."""
        columns = [
            [self._size(row, key, value) for row, value in enumerate(self.column(key))]
            for key in ("width", "height")
        ]
        return np.ascontiguousarray(np.array(columns, dtype=np.int64).T).reshape(-1, 2)

    def _size(self, row: int, key: str, value: Any) -> int:
        if value is None or value is _MISSING:
            return 0
        number = isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
        if not number or not math.isfinite(value) or value != int(value) or not 0 <= value < 2**53:
            problem = f"{say(value)}, need a whole number of pixels"
            raise self.refuse("E-136", row, key, problem, f"write {key} as an integer, or leave it out")
        return int(value)

    def texts(self, key: str) -> Strings:
        """A column of text, empty where a row has none (E-136)."""
        encoded: list[bytes] = []
        for row, value in enumerate(self.column(key)):
            if value is None or value is _MISSING:
                encoded.append(b"")
            elif isinstance(value, str):
                encoded.append(value.encode("utf-8", "surrogatepass"))
            else:
                problem = f"{say(value)}, need text"
                raise self.refuse("E-136", row, key, problem, f"write {key} in quotes, or leave it out")
        offsets = np.zeros(len(encoded) + 1, dtype=np.int64)
        np.cumsum([len(text) for text in encoded], out=offsets[1:])
        return Strings(b"".join(encoded), offsets)

    def names(self) -> tuple[str, ...]:
        """Names of categories, every row having one (E-134)."""
        values = self.column("name")
        for row, value in enumerate(values):
            if not isinstance(value, str):
                problem = "name is missing" if value is _MISSING else f"{say(value)}, need text"
                raise self.refuse("E-134", row, "name", problem, 'add "name": "..." to every category')
        return tuple(values)


def _string_ids(values: list[str]) -> Ids:
    table: dict[str, int] = {}
    codes = [table.setdefault(value, len(table)) for value in values]
    return Ids(np.array(codes, dtype=np.int64), tuple(table))


_ROUNDING = 1.0
"""By so much corners that agree may be the wrong way round."""


def _share(bad: int, of: int) -> str:
    """How many rows it concerns; nothing for one that was looked at alone."""
    return f" ({int(bad)} of {of} rows)" if of > 1 else ""


def _float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _negative_fix(boxes: FloatArray, bad: BoolArray, name: str) -> str:
    """What to do about negative sizes: other readings of the four numbers first."""
    if (boxes[bad, 2:] < 0).all() and not (boxes[~bad, 2:] > 0).any():
        return "every size is negative: swap the corners, width = x_max - x_min"
    write = f"write {_XYWH} with width = x_max - x_min"
    extents = boxes[:, 2:] - boxes[:, :2]
    if np.all(extents >= 0) and not name.startswith("<truth>"):
        flag = "--truth-box-format" if name.endswith("annotations") else "--box-format"
        return f"these look like [x_min, y_min, x_max, y_max]: rerun with {flag} xyxy, or {write}"
    if np.all(extents[bad] >= -_ROUNDING):
        return f"{write}; here they look like [x_min, y_min, x_max, y_max]"
    return f"{write}; here the corners seem swapped"


def given_columns(parsed: Mapping[str, Any], names: Sequence[str], place: str) -> dict[str, list[Any]]:
    """Columns in memory as lists (E-440 where one holds no single values, or not as many as the first).

    Examples
    --------
    >>> given_columns({"x": np.array([1, 2]), "name": ("a", "b")}, ["x", "name"], "<truth>")
    {'x': [1, 2], 'name': ['a', 'b']}
    """
    found: dict[str, list[Any]] = {}
    for name in names:
        values = parsed[name]
        values = values.tolist() if hasattr(values, "tolist") else values
        if isinstance(values, str | bytes | Mapping) or not isinstance(values, Sequence):
            problem, fix = f"{say(values)} is no column", "give a list of values"
            raise InputError("E-440", f"{place}[{name!r}]", problem, fix)
        found[name] = list(values)
        nested = next(
            (each for each in values if isinstance(each, list | tuple | Mapping | np.ndarray)), None
        )
        if nested is not None:
            problem = f"{say(nested)} is no single value"
            raise InputError("E-440", f"{place}[{name!r}]", problem, "give a list of values")
        first = names[0]
        if len(values) != len(found[first]):
            problem = f"{len(values)} values, and {first} has {len(found[first])}"
            raise InputError("E-440", f"{place}[{name!r}]", problem, "give each column a value for each row")
    return found
