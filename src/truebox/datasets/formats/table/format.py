"""Tables of any program: CSV, TSV, Parquet, Arrow and Feather, one row per object.

Facts relied on (RFC 4180; the Parquet and Arrow format specifications; `pandas.DataFrame.to_csv`):

- The first line of a text names the columns. `truebox.datasets.formats.table.column_roles` lists the names
  that are understood; the option ``columns`` names others.
- Names of columns say how four numbers make a box (``x1 y1 x2 y2``, ``xmin ...``, ``x y w h``, ``cx cy w
  h`` ...). One column that holds four numbers, as ``bbox`` often does, says nothing: then ``box_format``
  must.
- Nothing says whether coordinates are pixels or fractions: they are pixels, and where no number exceeds 1
  the file is refused until ``box_format`` decides.
- Classes that are whole numbers stay ids, or are named by ``classes`` from 0 on; others are names.
"""

from __future__ import annotations

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.formats.table.column_roles import ColumnRoles, roles_of_columns
from truebox.datasets.place import Place
from truebox.datasets.texts.csv_head import csv_head
from truebox.datasets.texts.files import ARROW_MAGICS
from truebox.errors import InputError, MissingExtraError

__all__ = ["FORMAT"]


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder:
        return None
    try:
        roles = roles_of_columns(_names(place), None, str(place.path))
    except MissingExtraError:
        return Evidence(1, "a Parquet or Arrow file")
    except InputError:
        return None
    if "image" not in roles.columns or "label" not in roles.columns or not roles.has_box:
        return None
    if role == "predictions" and "score" not in roles.columns:
        return None
    return Evidence(2, f"the columns {_listed(roles)}")


def _names(place: Place) -> tuple[str, ...]:
    if place.head.startswith(ARROW_MAGICS):
        from truebox.datasets.texts.arrow_table import names_of_arrow  # noqa: PLC0415  with NumPy (60 ms)

        return names_of_arrow(place.path)
    head = csv_head(place.head)
    return () if head is None else head.names


def _listed(roles: ColumnRoles) -> str:
    return ", ".join((*roles.columns.values(), *roles.four))


FORMAT = Format(
    name="table",
    title="table",
    recognise=_recognise,
    boxes="open",
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
