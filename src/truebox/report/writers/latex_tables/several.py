"""Several results as LaTeX: a table with a row for each, and one with a row for each class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from truebox._writing.display_width import cut
from truebox._writing.escaping import escape_latex
from truebox.report.blocks.cells import NAME_COLUMNS
from truebox.report.blocks.comparison import correction, random_swaps
from truebox.report.blocks.letters import predictions_names, short_names
from truebox.report.blocks.notes import rules_text
from truebox.report.blocks.shown_classes import rows_of, shown_classes
from truebox.report.blocks.side_by_side import class_comparison, file_comparison
from truebox.report.writers.latex_tables.table import bold, latex_table

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison, Diagnosis, Difference
    from truebox.evaluation.any_result import AnyResult

__all__ = ["several_tables"]

_MARKED = ("better", "worse")
_MARK = "$^{*}$"


class _Cells(NamedTuple):
    """What `latex_table` puts between its rules."""

    columns: str
    header: Sequence[str]
    rows: Sequence[Sequence[str] | str]


def several_tables(
    results: Sequence[AnyResult],
    *,
    diagnoses: Sequence[Diagnosis],
    comparison: Comparison | None,
    all_classes: bool,
) -> list[str]:
    """Return both tables; the parameters are those of `to_latex`."""
    many = [escape_latex(name) for name in predictions_names(results)]
    alike = len({result.geometry for result in results}) == 1
    rules = escape_latex(rules_text(*results))
    how = _how(many[0], comparison) if alike else ""
    tables = [
        latex_table(
            caption=f"{len(results)} sets of predictions ({rules}).{how}{_intervals(diagnoses)}",
            label="tab:results",
            **_files(results, many, diagnoses, comparison, alike=alike)._asdict(),
        )
    ]
    if rows_of(results[0]):
        short = short_names(results)
        letters = zip(short, many, strict=True)
        key = "" if short == predictions_names(results) else _key([f"{a}: {b}" for a, b in letters])
        tables.append(
            latex_table(
                caption=f"{escape_latex(results[0].layout.main)} by class ({rules}).{key}{how}",
                label="tab:classes",
                **_classes(results, comparison, alike=alike, all_classes=all_classes)._asdict(),
            )
        )
    return tables


def _files(
    results: Sequence[AnyResult],
    names: Sequence[str],
    diagnoses: Sequence[Diagnosis],
    comparison: Comparison | None,
    *,
    alike: bool,
) -> _Cells:
    grid = file_comparison(results)
    keys = results[0].layout.file_metrics
    first = len(grid.header) - len(keys)
    columns = [[row[first + place] for row in grid.rows if row is not None] for place in range(len(keys))]
    cells = [
        _column(results, key, texts, _differences(comparison, key), alike=alike)
        for key, texts in zip(keys, columns, strict=True)
    ]
    for place, key in enumerate(keys):
        cells[place] = [
            cell + _interval(diagnoses, row, key) if key == keys[0] else cell
            for row, cell in enumerate(cells[place])
        ]
    rows = [
        [
            name,
            *map(escape_latex, row[1:first] if row is not None else ()),
            *(column[place] for column in cells),
        ]
        for place, (name, row) in enumerate(zip(names, grid.rows, strict=True))
    ]
    return _Cells("l" + "r" * (len(grid.header) - 1), [escape_latex(title) for title in grid.header], rows)


def _classes(
    results: Sequence[AnyResult], comparison: Comparison | None, *, alike: bool, all_classes: bool
) -> _Cells:
    grid = class_comparison(results, all_classes=all_classes)
    layout = results[0].layout
    first = 1 + len(layout.compared or ())
    last = first + len(results)
    shown: list[object] = [None] * grid.totals
    shown += [
        None if entry is None else entry.id for entry in shown_classes(results[0], all_classes=all_classes)
    ]
    rows: list[Sequence[str] | str] = []
    for index, (row, class_id) in enumerate(zip(grid.rows, shown, strict=True)):
        if row is None:
            rows.append(rf"\multicolumn{{{len(grid.header)}}}{{l}}{{{grid.hidden:,} more classes}} \\")
            continue
        found = (
            _differences(comparison, layout.main)
            if index < grid.totals
            else _class_differences(comparison, layout.main, class_id)
        )
        values = _column(results, layout.main, row[first:last], found, alike=alike)
        name = escape_latex(cut(row[0], NAME_COLUMNS) or "(no name)")
        change = [f"${cell}$" if cell[:1] in "+-" else escape_latex(cell) for cell in row[last:]]
        rows.append([name, *map(escape_latex, row[1:first]), *values, *change])
        if index == grid.totals - 1:
            rows.append(r"\midrule")
    return _Cells("l" + "r" * (len(grid.header) - 1), [escape_latex(title) for title in grid.header], rows)


def _column(
    results: Sequence[AnyResult],
    key: str,
    texts: Sequence[str],
    differences: Sequence[Difference | None],
    *,
    alike: bool,
) -> list[str]:
    """One metric of all results: the best in bold, the others' stars where they differ from the first."""
    numbers = {text: float(text) for text in texts if text != "n/a"}
    best = ""
    if alike and len(set(numbers.values())) > 1:
        choose = min if key in _errors(results[0]) else max
        best = choose(numbers, key=numbers.__getitem__)
    cells = [bold(text) if text == best else escape_latex(text) for text in texts]
    for place, entry in enumerate(differences, start=1):
        if entry is not None and entry.verdict in _MARKED:
            cells[place] += _MARK
    return cells


def _errors(result: AnyResult) -> set[str]:
    """Metrics of which less is better."""
    return set(getattr(result, "less_is_better", ()))


def _differences(comparison: Comparison | None, key: str) -> list[Difference | None]:
    return [] if comparison is None else [pair.metrics.get(key) for pair in comparison.pairs]


def _class_differences(comparison: Comparison | None, key: str, class_id: object) -> list[Difference | None]:
    if comparison is None:
        return []
    return [
        next((entry.metrics.get(key) for entry in pair.per_class if entry.id == class_id), None)
        for pair in comparison.pairs
    ]


def _interval(diagnoses: Sequence[Diagnosis], place: int, key: str) -> str:
    made = diagnoses[place].intervals if diagnoses else None
    entry = None if made is None else made.metrics.get(key)
    if entry is None or entry.low is None:
        return ""
    return f" [{entry.low:.3f}, {entry.high:.3f}]"


def _key(names: Sequence[str]) -> str:
    return f" {'; '.join(names)}."


def _how(first: str, comparison: Comparison | None) -> str:
    if comparison is None:
        return " The best in bold."
    level = escape_latex(f"{1 - comparison.level:g}")
    classes = any(pair.per_class for pair in comparison.pairs)
    made = escape_latex(f"{random_swaps(comparison)}; {correction(comparison, classes=classes)}.")
    return f" The best in bold. {_MARK}: differs from {first}, p up to {level}, {made}"


def _intervals(diagnoses: Sequence[Diagnosis]) -> str:
    made = diagnoses[0].intervals if diagnoses else None
    if made is None:
        return ""
    return escape_latex(
        f" In brackets the {made.level * 100:g} % interval from {made.replicates:,} bootstrap draws over "
        f"{made.images:,} images, seed {made.seed}."
    )
