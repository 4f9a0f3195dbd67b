"""Which column of a table holds what, by their names: said, never guessed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from truebox._writing.saying import say
from truebox.errors import ArgumentError, InputError

__all__ = ["BOX_ROLES", "WHEAT", "ColumnRoles", "roles_of_columns", "roles_without_header"]

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


_HEADERLESS = ("image", "x1", "y1", "x2", "y2", "label")
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
    spelt = {_folded(name): name for name in reversed(names)}
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


def roles_without_header(count: int, role: str) -> dict[str, str] | None:
    """The columns of a headerless row of six, as keras-retinanet reads its annotations; None of others.

    Its README, section "CSV datasets": ``path/to/image.jpg,x1,y1,x2,y2,class_name``, and
    ``path/to/image.jpg,,,,,`` for an image without objects.

    Examples
    --------
    >>> roles_without_header(6, "truth")["label"], roles_without_header(7, "truth")
    ('6', None)
    """
    if role != "truth" or count != len(_HEADERLESS):
        return None
    return {name: str(place) for place, name in enumerate(_HEADERLESS, start=1)}


def _check_given(given: Mapping[str, str], names: Sequence[str], place: str) -> None:
    known = (*_SINGLE, *(role for roles in BOX_ROLES.values() for role in roles))
    for role, name in given.items():
        if role not in known:
            listed = ", ".join(dict.fromkeys(known))
            raise ArgumentError(f"columns: {role!r} is no role of a column. Fix: use some of {listed}.")
        if name not in names:
            raise InputError(
                "E-420",
                place,
                f"there is no column {say(name)} for {role}",
                f"name one of {', '.join(say(each) for each in names[:12])}",
            )


def _folded(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter not in " ._-/")
