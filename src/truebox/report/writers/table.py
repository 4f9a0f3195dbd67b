"""Results and comparisons as tables for people: styled on a terminal, plain aligned text elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox.report import writers
from truebox.report.blocks.block import Notes, Sentences
from truebox.report.blocks.comparison import comparison_blocks
from truebox.report.blocks.diagnosed import diagnosed_grid, diagnosed_note
from truebox.report.blocks.diagnosis import diagnosis_blocks
from truebox.report.blocks.gates import gate_blocks
from truebox.report.blocks.results import as_results, result_blocks
from truebox.report.writers.plain import write_plain

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison, Diagnosis, Gate
    from truebox.evaluation.any_result import AnyResult
    from truebox.report.blocks.block import Block

__all__ = ["to_comparison_table", "to_diagnosis_table", "to_table"]

_PLAIN_GAP = 3
_STYLED_GAP = 2


@refuses_other_kinds
def to_table(
    results: AnyResult | Sequence[AnyResult],
    *,
    all_classes: bool = False,
    styled: bool = False,
    width: int = 100,
    diagnoses: Sequence[Diagnosis] = (),
    difference: str | None = None,
    sentences: Sequence[str] = (),
    gates: Iterable[Gate] = (),
) -> str:
    """Return one result, or several of one truth side by side, as a readable table.

    The first row is `all`; classes follow by their main metric, best first. Of more than thirty classes the
    twenty best and the ten weakest are shown. Undefined metrics read ``n/a`` with the reason
    beneath, never -1.

    Parameters
    ----------
    results : Result or sequence of Result
        Of any protocol; several must share the truth; they are named A, B, ... in their order.
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
    sentences : sequence of str
        What else is to be said of one result.
    gates : iterable of Gate
        Their lines stand last.

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
    many = as_results(results)
    blocks = result_blocks(
        many,
        all_classes=all_classes,
        diagnosis=diagnoses[0] if diagnoses else None,
        width=width,
        gap=_STYLED_GAP if styled else _PLAIN_GAP,
    )
    blocks += [*diagnosis_blocks(diagnoses, difference), *_said(sentences), *gate_blocks(gates)]
    return _written(blocks, styled=styled, width=width)


@refuses_other_kinds
def to_comparison_table(
    comparison: Comparison,
    *,
    all_classes: bool = False,
    styled: bool = False,
    width: int = 100,
    gates: Iterable[Gate] = (),
) -> str:
    """Return a comparison as text: per model a sentence, its metrics, its classes, its images.

    Parameters
    ----------
    comparison : Comparison
        As `truebox.compare` gives it.
    all_classes : bool
        Show every class; otherwise the thirty of which most is known.
    styled : bool
        Use terminal styles and box drawing (imports Rich); otherwise plain text with pipes.
    width : int
        Columns of the terminal; used when `styled`.
    gates : iterable of Gate
        Their lines stand last.

    Returns
    -------
    str

    Examples
    --------
    >>> print(to_comparison_table(comparison))                             # doctest: +SKIP
    A a.json
    B b.json
    <BLANKLINE>
    B is worse than A: AP -0.014 [-0.019, -0.009], p < .001.
    """
    blocks = [*comparison_blocks(comparison, all_classes=all_classes), *gate_blocks(gates)]
    return _written(blocks, styled=styled, width=width)


@refuses_other_kinds
def to_diagnosis_table(
    diagnoses: Sequence[Diagnosis],
    *,
    all_classes: bool = False,
    styled: bool = False,
    width: int = 100,
    difference: str | None = None,
    gates: Iterable[Gate] = (),
) -> str:
    """Return what stands beneath the table of results that was printed before they were diagnosed.

    Parameters
    ----------
    diagnoses : sequence of Diagnosis
        Of each result; a single one has a table with its intervals and thresholds. None where the diagnosis
        was skipped.
    all_classes, styled, width, difference, gates
        As in `to_table`.

    Returns
    -------
    str
        Empty where there is nothing to say.

    Examples
    --------
    >>> print(to_diagnosis_table([diagnosis]))                             # doctest: +SKIP
    Class  |    AP |  95 % interval |     P |     R |    F1 | score
    -------+-------+----------------+-------+-------+-------+------
    all    | 0.505 | 0.470 to 0.541 | 0.843 | 0.681 | 0.753 | 0.402
    """
    blocks: list[Block] = []
    if len(diagnoses) == 1:
        (found,) = diagnoses
        gap = _STYLED_GAP if styled else _PLAIN_GAP
        grid = diagnosed_grid(found, all_classes=all_classes, width=width, gap=gap, after=True)
        blocks += [grid, Notes(tuple(diagnosed_note(found, grid)))]
    blocks += [*diagnosis_blocks(diagnoses, difference), *gate_blocks(gates)]
    written = _written(blocks, styled=styled, width=width)
    return written if written.strip() else ""


def _said(sentences: Sequence[str]) -> list[Block]:
    return [Sentences(tuple(sentences))] if sentences else []


def _written(blocks: Iterable[Block], *, styled: bool, width: int) -> str:
    if not styled:
        return write_plain(blocks)
    return writers.write_styled(blocks, width=width)
