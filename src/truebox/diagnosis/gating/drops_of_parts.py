"""The same for results without scores: whether a drop of segments, label maps or tracks is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from truebox.diagnosis.certainty.difference import Difference, holm
from truebox.diagnosis.certainty.student import student_tail
from truebox.diagnosis.certainty.unscored.drawn_parts import part_drops, part_intervals
from truebox.diagnosis.certainty.unscored.kinds import parts_of, unscored_results
from truebox.diagnosis.gating.drop_judging import LEVEL, REPLICATES, of_both
from truebox.diagnosis.gating.gate_figures import place_of_class
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.unscored.drawn_parts import DrawnParts, Key
    from truebox.diagnosis.gating.gate_baseline import BaselineDocument
    from truebox.diagnosis.gating.gate_expression import GateExpression
    from truebox.evaluation.any_result import AnyResult

__all__ = ["part_drops_from_document", "part_drops_from_result"]

_DRAWN = 1000


def part_drops_from_result(
    earlier: AnyResult, parts: DrawnParts, asked: Sequence[tuple[GateExpression, float, float]]
) -> list[Difference]:
    """Of each gate the result against the lowest value allowed, by a paired swap test, Holm over the gates.

    Parameters
    ----------
    earlier : any result
        Of the same kind, truth and rules.
    parts : DrawnParts
        Of the result that is held against it.
    asked : sequence of tuples
        Of each gate the expression, the value, and the lowest value allowed.

    Raises
    ------
    ArgumentError
        The results cannot be compared, or a metric is not among those that draws give.

    Examples
    --------
    >>> from truebox.diagnosis.gating.gate_expression import parse_gate
    >>> from truebox.evaluation import evaluate_tracks
    >>> side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    >>> result = evaluate_tracks(side, side)
    >>> (found,) = part_drops_from_result(result, parts_of(result), [(parse_gate("HOTA=0"), 1.0, 1.0)])
    >>> found.reason
    'only 1 true track; 6 are needed'
    """
    unscored_results([earlier, parts.result], None, {})
    before = parts_of(earlier)
    assert before is not None  # of the same kind
    keys = [(_key_of(gate, parts), value, lowest) for gate, value, lowest in asked]
    judged = part_drops(before, parts, keys, replicates=REPLICATES, level=LEVEL)
    return [
        each if each is not None else _refused(gate, parts)
        for each, (gate, *_) in zip(judged, asked, strict=True)
    ]


def part_drops_from_document(
    earlier: BaselineDocument, parts: DrawnParts, asked: Sequence[tuple[GateExpression, float, float]]
) -> list[Difference]:
    """The same against numbers that were written down.

    Their errors are those of the document (written with ``--diagnosis``), else the error of the present
    number is taken for both.

    Examples
    --------
    >>> from truebox.diagnosis.gating.gate_baseline import BaselineDocument
    >>> from truebox.diagnosis.gating.gate_expression import parse_gate
    >>> from truebox.evaluation import evaluate_tracks
    >>> side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    >>> result = evaluate_tracks(side, side)
    >>> document, asked = BaselineDocument(result.to_dict(), "last.json", result), parse_gate("HOTA=0")
    >>> part_drops_from_document(document, parts_of(result), [(asked, 1.0, 1.0)])[0].p is None
    True
    """
    own = part_intervals(parts, replicates=_DRAWN, level=LEVEL, seed=0)
    found = []
    for gate, value, lowest in asked:
        key = _key_of(gate, parts)
        entry = own[key] if key in own else _refused(gate, parts)
        plain = Difference(first=lowest, second=value, value=value - lowest, reason=entry.reason)
        if entry.error is None:
            found.append(plain)
            continue
        held, stored = parts.held(key), earlier.error_of(gate)
        # Its parts with truths of the metric are taken to be in proportion.
        theirs = (
            None if stored is None else (stored, round((earlier.drawn or parts.count) / parts.count * held))
        )
        error, freedom = of_both((entry.error, held), theirs)
        p = student_tail(abs(value - lowest) / error, freedom)
        found.append(Difference(first=lowest, second=value, value=value - lowest, error=error, p=p))
    return holm(found, LEVEL)


def _key_of(asked: GateExpression, parts: DrawnParts) -> Key:
    if asked.subject in parts.result.metrics:
        return asked.subject
    place = place_of_class(asked.selector or "", [(each.id, each.name) for each in parts.result.per_class])
    return asked.subject if place is None else (asked.metric, place)


def _refused(asked: GateExpression, parts: DrawnParts) -> NoReturn:
    names = dict.fromkeys(each for each in parts.keys if isinstance(each, str))
    raise ArgumentError(
        f"{asked.text!r}: whether a drop of {asked.subject} is significant is not known. Fix: leave "
        f"significance out, or use one of {', '.join(names)}."
    )
