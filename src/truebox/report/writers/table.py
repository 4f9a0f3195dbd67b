"""The result as a table for people: styled on a terminal, plain aligned text elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox._writing.escaping import escape_terminal
from truebox.report.blocks.diagnosed import diagnosed_note, diagnosed_rows
from truebox.report.blocks.diagnosis import diagnosis_lines
from truebox.report.blocks.notes import other_metrics, undefined_notes
from truebox.report.blocks.result import ClassRows, class_rows
from truebox.report.blocks.side_by_side import class_comparison, file_comparison, letter
from truebox.report.writers.plain import plain_grid

if TYPE_CHECKING:
    from truebox.diagnosis import Diagnosis
    from truebox.evaluation import Result

__all__ = ["to_table"]


def to_table(
    results: Result | Sequence[Result],
    *,
    all_classes: bool = False,
    styled: bool = False,
    width: int = 100,
    diagnoses: Sequence[Diagnosis] = (),
    difference: str | None = None,
) -> str:
    """Return one result, or several of one truth side by side, as a readable table.

    The first row is `all`; classes follow by AP, best first. Of more than thirty classes the
    twenty best and the ten weakest are shown. Undefined metrics read ``n/a`` with the reason
    beneath, never -1.

    Parameters
    ----------
    results : Result or sequence of Result
        Several must share the truth; they are named A, B, ... in their order.
    all_classes : bool
        Show every class.
    styled : bool
        Use terminal styles and box drawing (imports Rich); otherwise plain text with pipes.
    width : int
        Columns of the terminal; used when `styled`, and to see how much of a diagnosis fits.
    diagnoses : sequence of Diagnosis
        Of each result, or none: adds columns, the AP lost by kind of error, and sentences.
    difference : str or None
        What a comparison of the results says.

    Returns
    -------
    str
        Lines, the last one ended too. Names from files are escaped.

    Examples
    --------
    >>> print(to_table(result))                                     # doctest: +SKIP
    Class  | Images | Truth | Detections |    AP |  AP50 |  AP75 | AR100
    -------+--------+-------+------------+-------+-------+-------+------
    all    |    100 |   839 |        734 | 0.505 | 0.697 | 0.573 | 0.595
    """
    many = list(results) if isinstance(results, Sequence) else [results]

    def grid(table: ClassRows, bold_rows: int) -> list[str]:
        if not styled:
            return plain_grid(table)
        from truebox.report.writers.styled import styled_grid  # noqa: PLC0415  Rich costs 25 ms

        return styled_grid(table, width=width, bold_rows=bold_rows)

    if len(many) == 1:
        table = _classes(many[0], diagnoses, all_classes=all_classes, width=width, gap=2 if styled else 3)
        lines = grid(table, 1)
        below = [*other_metrics(many[0]), *undefined_notes(many[0])]
        below += diagnosed_note(diagnoses[0], table) if diagnoses else []
    else:
        lines = [*grid(file_comparison(many), 0), ""]
        lines += grid(class_comparison(many, all_classes=all_classes), 1)
        below = _named_notes(many)
    if below:
        lines += ["", *map(escape_terminal, below)]
    said = diagnosis_lines(diagnoses, difference)
    lines += ["", *said] if said else []
    return "\n".join(lines) + "\n"


def _classes(
    result: Result, diagnoses: Sequence[Diagnosis], *, all_classes: bool, width: int, gap: int
) -> ClassRows:
    if not diagnoses:
        return class_rows(result, all_classes=all_classes)
    return diagnosed_rows(diagnoses[0], all_classes=all_classes, width=width, gap=gap)


def _named_notes(results: Sequence[Result]) -> list[str]:
    """Return what is beneath a comparison; a note that every file shares is said once."""
    notes = [undefined_notes(result) for result in results]
    shared = [note for note in notes[0] if all(note in other for other in notes)]
    own = [
        f"{letter(index)}: {note}"
        for index, lines in enumerate(notes)
        for note in lines
        if note not in shared
    ]
    return shared + own
