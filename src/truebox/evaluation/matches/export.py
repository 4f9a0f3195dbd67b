"""Match tables for data frames and files: Arrow columns without an Arrow library."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import arrow
from truebox._writing.whole_file import whole_file
from truebox.errors import MissingExtraError
from truebox.evaluation.matches.arrow_column import arrow_column, arrow_struct, python_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation.matches.table import MatchTable
    from truebox.records import Ids
    from truebox.typing import AnyArray

__all__ = ["ColumnTable", "Words", "detection_table", "truth_table"]

_OUTCOMES = ("false positive", "true positive", "ignored")


@dataclass(frozen=True, slots=True)
class Words:
    """A column of words: for each row an index into `names`."""

    indices: AnyArray
    names: Sequence[str]

    def __len__(self) -> int:
        return len(self.indices)


@dataclass(frozen=True, slots=True, eq=False)
class ColumnTable:
    """Named columns of equal length; a negative index stands for nothing, and becomes null.

    Anything that reads the Arrow PyCapsule interface takes it as it is: ``polars.DataFrame(table)``,
    ``pyarrow.table(table)``, ``duckdb``, ``pandas.DataFrame.from_arrow(table)``.

    Parameters
    ----------
    columns : mapping of name to array [N], array [N, M], or `Words`
    nullable : frozenset of str
        Columns of indices in which -1 is nothing.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> table = evaluate(truth, [{"score": 0.9, **box}], mode="corrected").matches
    >>> columns = table.detection_table.to_dict()
    >>> columns["class"], columns["own_truth"], columns["outcome"]
    (['cat'], [0], ['true positive'])
    """

    columns: dict[str, AnyArray | Words]
    nullable: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """A capsule with the table as one batch; a requested schema is not followed, as it need not be."""
        return arrow.stream_of(
            arrow_struct(
                [
                    arrow_column(name, *_parts(column), nullable=name in self.nullable)
                    for name, column in self.columns.items()
                ],
                len(self),
            )
        )

    def to_dict(self) -> dict[str, list[Any]]:
        """Columns as lists of Python values; nothing is None."""
        return {
            name: python_values(*_parts(column), nullable=name in self.nullable)
            for name, column in self.columns.items()
        }

    def to_polars(self) -> Any:
        """As a polars data frame."""
        return _optional("polars", "frames", "to_polars()").DataFrame(self)

    def to_pandas(self) -> Any:
        """As a pandas data frame; columns of several numbers a row become columns of arrays."""
        pandas = _optional("pandas", "frames", "to_pandas()")
        return pandas.DataFrame({name: self._pandas_column(name, pandas) for name in self.columns})

    @refuses_other_kinds
    def to_parquet(self, path: str | PathLike[str]) -> None:
        """Write the table, whole or not at all; needs pyarrow."""
        pyarrow = _optional("pyarrow", "parquet", "to_parquet()")
        table = pyarrow.table(self)
        with whole_file(path) as stream:
            import_module("pyarrow.parquet").write_table(table, stream)

    def _pandas_column(self, name: str, pandas: Any) -> Any:
        values, names = _parts(self.columns[name])
        if names is not None:
            # Classes may share a name; the categories of pandas may not.
            codes = {name: code for code, name in enumerate(dict.fromkeys(names))}
            own = np.array([codes[name] for name in names], dtype=np.int32)
            return pandas.Categorical.from_codes(own[values], list(codes))
        if values.ndim == 2:
            return list(values)
        if name in self.nullable:
            return pandas.arrays.IntegerArray(values.astype(np.int32), values < 0)
        return values


def _optional(package: str, extra: str, purpose: str) -> Any:
    try:
        return import_module(package)
    except ImportError:
        raise MissingExtraError(package, extra, purpose) from None


def _parts(column: AnyArray | Words) -> tuple[AnyArray, Sequence[str] | None]:
    return (column.indices, column.names) if isinstance(column, Words) else (column, None)


def detection_table(table: MatchTable) -> ColumnTable:
    """One row per detection: ids, class, score, box, partners, outcomes, and the error type where known."""
    rows = table.detections
    columns: dict[str, AnyArray | Words] = {
        "image_id": _ids(table.state.images, rows.image),
        **_classes(table, rows.category),
        "image": rows.image,
        "category": rows.category,
        "row": rows.row,
        "score": rows.score,
        **_corners(rows.boxes),
        "own_overlap": rows.own_overlap,
        "own_truth": rows.own_truth,
        "other_overlap": rows.other_overlap,
        "other_truth": rows.other_truth,
        "ignored_overlap": rows.ignored_overlap,
        "ignored_truth": rows.ignored_truth,
        "outcome": Words(table.outcome_at(0), _OUTCOMES),
        "matched_truth": rows.matched_truth,
        **{f"outcome_{label}": table.outcome(label) for label in table.state.parameters.area_ranges},
    }
    if table.error is not None:
        columns["error"] = Words(table.error, table.error_names)
    return ColumnTable(columns, frozenset({"own_truth", "other_truth", "ignored_truth", "matched_truth"}))


def truth_table(table: MatchTable) -> ColumnTable:
    """One row per truth: ids, class, box, flags, partners."""
    rows = table.truths
    return ColumnTable(
        {
            "image_id": _ids(table.state.images, rows.image),
            **_classes(table, rows.category),
            "image": rows.image,
            "category": rows.category,
            "row": rows.row,
            **_corners(rows.boxes),
            "area": rows.area,
            "crowd": rows.crowd,
            "ignored": rows.ignored,
            "best_overlap": rows.best_overlap,
            "best_detection": rows.best_detection,
            "found": rows.found,
            "matched_detection": rows.matched_detection,
        },
        frozenset({"best_detection", "matched_detection"}),
    )


def _ids(table: Ids, places: AnyArray) -> AnyArray | Words:
    if table.names is None:
        return np.take(table.values, places) if len(table) else np.empty(0, dtype=np.int64)
    return Words(places, table.tolist())  # type: ignore[arg-type]


def _classes(table: MatchTable, category: AnyArray) -> dict[str, Words]:
    if table.state.parameters.class_agnostic:
        return {}
    return {"class": Words(category, table.category_names)}


def _corners(boxes: AnyArray) -> dict[str, AnyArray]:
    return dict(zip(("x", "y", "width", "height"), boxes.T, strict=True))
