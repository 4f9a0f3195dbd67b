"""Which column of a table holds what, by their names: said, never guessed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from truebox._frozen import dataclass
from truebox._writing.saying import say
from truebox.datasets.texts.label_lines import are_numbers
from truebox.errors import ArgumentError, InputError

__all__ = [
    "BOX_ROLES",
    "KNOWN_ROLES",
    "WHEAT",
    "ColumnRoles",
    "folded",
    "roles_of_columns",
    "roles_without_header",
]

# Names a column may have, folded: without case, blanks, points, dashes and underscores.
_SINGLE: dict[str, tuple[str, ...]] = {
    "image": (
        "image", "imageid", "filename", "file", "imagename", "imagefile", "imagefilename", "imagepath",
        "imgid", "img", "imgname", "path", "filepath",
    ),
    "label": (
        "label", "labelname", "class", "classname", "category", "categoryname", "classid", "categoryid",
        "labelid", "cls", "name",
    ),
    "score": ("score", "confidence", "conf", "prob", "probability"),
    "crowd": ("iscrowd", "crowd", "isgroupof", "groupof"),
    "ignore": ("ignore", "ignored", "isignore", "difficult", "isdifficult"),
    "area": ("area",),
    "track": ("track", "trackid"),
    "image_width": ("imagewidth", "imgwidth", "imgw", "imagew"),
    "image_height": ("imageheight", "imgheight", "imgh", "imageh"),
    "box": ("bbox", "box", "boundingbox", "bndbox"),
}  # fmt: skip

# Layouts, each with the names its four columns may have; the first row that a table has whole decides.
_FOURS: tuple[tuple[str, tuple[str, str, str, str]], ...] = (
    ("xyxy", ("x1", "y1", "x2", "y2")),
    ("xyxy", ("x0", "y0", "x1", "y1")),
    ("xyxy", ("xmin", "ymin", "xmax", "ymax")),
    ("xyxy", ("minx", "miny", "maxx", "maxy")),
    ("xyxy", ("left", "top", "right", "bottom")),
    ("xyxy", ("bboxx1", "bboxy1", "bboxx2", "bboxy2")),
    ("xyxy", ("bboxxmin", "bboxymin", "bboxxmax", "bboxymax")),
    ("cxcywh", ("cx", "cy", "w", "h")),
    ("cxcywh", ("cx", "cy", "width", "height")),
    ("cxcywh", ("xcenter", "ycenter", "width", "height")),
    ("cxcywh", ("xcenter", "ycenter", "w", "h")),
    ("cxcywh", ("centerx", "centery", "width", "height")),
    ("cxcywh", ("xc", "yc", "w", "h")),
    ("cxcywh", ("xc", "yc", "width", "height")),
    ("xywh", ("x", "y", "w", "h")),
    ("xywh", ("x", "y", "width", "height")),
    ("xywh", ("left", "top", "width", "height")),
    ("xywh", ("xmin", "ymin", "width", "height")),
    ("xywh", ("bboxx", "bboxy", "bboxw", "bboxh")),
    ("xywh", ("bboxx", "bboxy", "bboxwidth", "bboxheight")),
    ("xywh", ("bbleft", "bbtop", "bbwidth", "bbheight")),
)

BOX_ROLES = {
    "xyxy": ("x1", "y1", "x2", "y2"),
    "xywh": ("x", "y", "w", "h"),
    "cxcywh": ("cx", "cy", "w", "h"),
}
"""Roles of the four columns of a box, as in the option ``columns``."""


_FEWEST = 5  # an image and four numbers
KNOWN_ROLES = tuple(dict.fromkeys((*_SINGLE, *(role for roles in BOX_ROLES.values() for role in roles))))
"""What the option ``columns`` may name."""

WHEAT = {"image_id", "width", "height", "bbox", "source"}
"""Columns of Kaggle's Global Wheat Detection, whose data page says that ``bbox`` is ``[xmin, ymin, width,
height]``; all objects are wheat heads."""


@dataclass(frozen=True, slots=True)
class ColumnRoles:
    """What was found.

    Parameters
    ----------
    columns : mapping of role to column name
        ``image label score crowd ignore area track image_width image_height box``, as far as there are such.
    four : tuple of str
        The four columns of a box; empty where one column holds all four, or none does.
    layout : str or None
        What the names of the four say; None where one column holds all four.
    """

    columns: Mapping[str, str]
    four: tuple[str, ...] = ()
    layout: str | None = None

    @property
    def has_box(self) -> bool:
        """Whether there are boxes at all."""
        return bool(self.four) or "box" in self.columns


def roles_of_columns(names: Sequence[str], given: Mapping[str, str] | None, place: str) -> ColumnRoles:
    """The roles of columns with these names.

    Parameters
    ----------
    names : sequence of str
        Of the columns.
    given : mapping of role to column name, or None
        What the caller gave; it takes precedence over what the names say.
    place : str
        Of the header, for messages.

    Raises
    ------
    ArgumentError
        `given` has a role that does not exist.
    InputError
        `given` names a column that is not there (E-420).

    Examples
    --------
    >>> found = roles_of_columns(["file_name", "class", "x_min", "y_min", "x_max", "y_max"], None, "a.csv")
    >>> found.layout, found.four, dict(found.columns)
    ('xyxy', ('x_min', 'y_min', 'x_max', 'y_max'), {'image': 'file_name', 'label': 'class'})
    """
    given = dict(given or {})
    _check_given(given, names, place)
    spelt = {folded(name): name for name in reversed(names)}
    columns = {role: given[role] for role in _SINGLE if role in given}
    taken = set(given.values())
    layout: str | None = None
    four: tuple[str, ...] = ()
    for each, roles in BOX_ROLES.items():
        if all(role in given for role in roles):
            layout, four = each, tuple(given[role] for role in roles)
    if layout is None and "box" not in given:
        layout, four = next(
            (
                (each, tuple(spelt[part] for part in parts))
                for each, parts in _FOURS
                if all(part in spelt and spelt[part] not in taken for part in parts)
            ),
            (None, ()),
        )
    taken |= set(four)
    for role, candidates in _SINGLE.items():
        found = next((spelt[each] for each in candidates if each in spelt and spelt[each] not in taken), None)
        if role not in columns and found is not None and not (role == "box" and four):
            columns[role] = found
            taken.add(found)
    if "box" in columns and not four:  # then these two cannot be sides of the box
        for role, side in (("image_width", "width"), ("image_height", "height")):
            if role not in columns and side in spelt and spelt[side] not in taken:
                columns[role] = spelt[side]
    return ColumnRoles(columns, four, layout)


def roles_without_header(rows: Sequence[Sequence[str]], role: str) -> dict[str, str] | None:
    """The columns of rows without a header that begin as those of keras-retinanet; None of others.

    Its README, section "CSV datasets": ``path/to/image.jpg,x1,y1,x2,y2,class_name``, and
    ``path/to/image.jpg,,,,,`` for an image without objects. Detections have a score before or behind the
    class, which is the column of numbers from 0 to 1; both may lack the class.

    Examples
    --------
    >>> roles_without_header([["a.jpg", "1", "2", "30", "40", "cat"]], "truth")["label"]
    '6'
    >>> roles_without_header([["a.jpg", "1", "2", "30", "40", "0.9", "cat"]], "predictions")["score"]
    '6'
    >>> roles_without_header([["cat", "a.jpg", "1", "2", "30", "40"]], "truth") is None
    True
    """
    rows = [row for row in rows if any(row[1:])] or list(rows)
    count = len(rows[0]) if rows else 0
    box = all(not are_numbers(row[:1]) and (are_numbers(row[1:5]) or not any(row[1:])) for row in rows)
    if count < _FEWEST or not box or any(len(row) != count for row in rows):
        return None
    found = _rest_of_row([row[5:] for row in rows], role)
    if found is None:
        return None
    named = dict(zip(("image", *BOX_ROLES["xyxy"]), map(str, range(1, 6)), strict=True))
    return named | {name: str(place + 6) for name, place in found.items()}


def _rest_of_row(rest: Sequence[Sequence[str]], role: str) -> dict[str, int] | None:
    """Which of the columns behind the box is the class, and which of detections the score."""
    count = len(rest[0])
    if role == "truth":
        return {0: {}, 1: {"label": 0}}.get(count)
    columns = [[row[place] for row in rest] for place in range(count)]
    scores = [place for place in range(count) if _are_scores(columns[place])]
    if len(scores) > 1:  # numbers of classes are whole
        scores = [place for place in scores if not all(cell.isdecimal() for cell in columns[place])]
    if len(scores) != 1 or count > 2:
        return None
    return {"score": scores[0]} | ({"label": 1 - scores[0]} if count == 2 else {})


def _are_scores(cells: Sequence[str]) -> bool:
    return are_numbers(cells) and all(0 <= float(cell) <= 1 for cell in cells)


def _check_given(given: Mapping[str, str], names: Sequence[str], place: str) -> None:
    for role, name in given.items():
        if role not in KNOWN_ROLES:
            listed = ", ".join(KNOWN_ROLES)
            raise ArgumentError(f"columns: {role!r} is no role of a column. Fix: use some of {listed}.")
        if name not in names:
            raise InputError(
                "E-420",
                place,
                f"there is no column {say(name)} for {role}",
                f"name one of {', '.join(say(each) for each in names[:12])}",
            )


def folded(name: str) -> str:
    """The name as any spelling of it is compared.

    Examples
    --------
    >>> folded("Frame_ID")
    'frameid'
    """
    return "".join(letter for letter in name.casefold() if letter not in " ._-/")
