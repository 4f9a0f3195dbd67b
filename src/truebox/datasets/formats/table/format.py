"""Tables of any program: CSV, TSV, Parquet, Arrow and Feather, one row per object.

Facts relied on (RFC 4180; the Parquet and Arrow format specifications; `pandas.DataFrame.to_csv`):

- The first line of a text names the columns. `truebox.datasets.formats.table.column_roles` lists the names
  that are understood; the option ``columns`` names others.
- Names of columns say how four numbers make a box (``x1 y1 x2 y2``, ``xmin ...``, ``x y w h``, ``cx cy w
  h`` ...). One column that holds four numbers, as ``bbox`` often does, says nothing: then ``box_format``
  must.
- Nothing says whether coordinates are pixels or fractions: they are pixels, and where no number exceeds 1
  the file is refused until ``box_format`` decides.
- A first line that is a row already leaves the columns to their numbers, from 1 on, in the option
  ``columns``; a path and four numbers are those of keras-retinanet (its README, "CSV datasets"):
  ``path,x1,y1,x2,y2,class``, and ``path,,,,,`` for an image without objects. Detections have a score too.
- A table that names no class has one, which is said; so has one whose cells for it are all empty.
- Kaggle's Global Wheat Detection has ``image_id,width,height,bbox,source``: ``[xmin, ymin, width,
  height]`` and one class, which no column names.
- Classes that are whole numbers stay ids, or are named by ``classes`` from 0 on; others are names.
"""

from __future__ import annotations

from truebox.datasets import texts
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.formats.table.column_roles import (
    WHEAT,
    ColumnRoles,
    roles_of_columns,
    roles_without_header,
)
from truebox.datasets.place import Place
from truebox.datasets.texts.csv.head import csv_head, first_rows, without_header
from truebox.datasets.texts.files import ARROW_MAGICS
from truebox.errors import InputError, MissingExtraError

__all__ = ["FORMAT"]
_SUFFIXES = (".csv", ".tsv", ".parquet", ".arrow", ".feather")
_FEWEST = 5  # an image and four numbers


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder or _headerless(place):
        return None if place.is_folder else _of_values(place, role)
    try:
        names = _names(place)
        roles = roles_of_columns(names, None, str(place.path))
    except MissingExtraError:
        return Evidence(1, "a Parquet or Arrow file")
    except InputError:
        return None
    if role == "truth" and set(names) == WHEAT:
        return Evidence(3, f"the columns {', '.join(names)}")
    needed = {"image"} if role == "truth" else {"image", "score"}
    if needed <= set(roles.columns) and roles.has_box:
        return Evidence(2 if "label" in roles.columns else 1, f"the columns {_listed(roles)}")
    # Reading it says which columns are missing, and how to name them.
    return Evidence(1, "a line of names of columns") if _is_table(place, names) else None


def _is_table(place: Place, names: tuple[str, ...]) -> bool:
    return place.path.suffix.lower() in _SUFFIXES and len(names) >= _FEWEST


def _of_values(place: Place, role: Role) -> Evidence | None:
    """What speaks for a table whose first line is a row already."""
    head = without_header(csv_head(place.head), place.head)
    assert head is not None  # it was found to be no header
    roles = roles_without_header(first_rows(head, place.head), role)
    if roles is not None:
        more = [each for each in ("label", "score") if each in roles]
        return Evidence(2, f"lines of {', '.join(('a path', 'four numbers', *more))}, without a header")
    return Evidence(1, "lines of values without a header") if place.path.suffix == ".csv" else None


def _headerless(place: Place) -> bool:
    return without_header(csv_head(place.head), place.head) is not None


def _names(place: Place) -> tuple[str, ...]:
    if place.head.startswith(ARROW_MAGICS):
        return texts.names_of_arrow(place.path)
    head = csv_head(place.head)
    return () if head is None else head.names


def _listed(roles: ColumnRoles) -> str:
    return ", ".join((*roles.columns.values(), *roles.four))


FORMAT = Format(
    name="table",
    title="table",
    recognise=_recognise,
    boxes="open",
    heeds=("box_format", "classes", "columns", "pixel_origin"),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
    image_values="image_values:image_values_of_file",
)
