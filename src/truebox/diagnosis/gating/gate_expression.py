"""What a gate asks for: a metric, of a class or a slice, and a limit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from truebox.errors import ArgumentError

__all__ = ["GateExpression", "Relation", "parse_gate"]

Relation: TypeAlias = Literal[">=", "<="]

_MOST_LETTERS = 500
_METRIC = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*")
_LIMIT = re.compile(r"\s*(>=|<=|==|=|>|<)\s*([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)\s*(%?)\s*")
_EXAMPLES = 'write "AP=0.40", "AP50[person]=0.60" or "AP[size:small]=0.20"'


@dataclass(frozen=True, slots=True)
class GateExpression:
    """One parsed expression.

    Parameters
    ----------
    text : str
        As it was given.
    metric : str
    selector : str or None
        What stood in brackets: a class or a slice.
    relation : {">=", "<="}
    limit : float
        A fraction.
    """

    text: str
    metric: str
    selector: str | None
    relation: Relation
    limit: float

    @property
    def subject(self) -> str:
        """The metric with its brackets, without the limit."""
        return self.metric if self.selector is None else f"{self.metric}[{self.selector}]"


def parse_gate(text: str) -> GateExpression:
    """Read ``METRIC=LIMIT``, ``METRIC[CLASS]=LIMIT`` or ``METRIC[SLICE:PART]=LIMIT``.

    ``=`` and ``>=`` ask for at least the limit, ``<=`` for at most. What stands in brackets reaches to the
    last bracket, so that names of classes may hold any sign. Nothing is ever run.

    Parameters
    ----------
    text : str
        At most 500 letters.

    Returns
    -------
    GateExpression

    Raises
    ------
    ArgumentError
        The text is no such expression, or the limit is no fraction.

    Examples
    --------
    >>> gate = parse_gate("AP50[traffic light]=0.6")
    >>> gate.metric, gate.selector, gate.relation, gate.limit
    ('AP50', 'traffic light', '>=', 0.6)
    """
    shown = repr(text[:_MOST_LETTERS])
    metric = _METRIC.match(text)
    if metric is None or len(text) > _MOST_LETTERS:
        raise ArgumentError(f"{shown} is no gate: it does not begin with a metric. Fix: {_EXAMPLES}.")
    rest, selector = text[metric.end() :], None
    if rest.startswith("["):
        end = rest.rfind("]")
        selector = rest[1:end].strip() if end > 0 else ""
        if not selector:
            raise ArgumentError(
                f"{shown} is no gate: the brackets are not closed, or empty. Fix: {_EXAMPLES}."
            )
        rest = rest[end + 1 :]
    limit = _LIMIT.fullmatch(rest)
    if limit is None:
        raise ArgumentError(f"{shown} is no gate: no limit follows {metric[1]}. Fix: {_EXAMPLES}.")
    if limit[1] not in ("=", ">=", "<="):
        raise ArgumentError(f"{shown} is no gate: {limit[1]} is not known. Fix: use = (at least), >= or <=.")
    return GateExpression(
        text=text.strip(),
        metric=metric[1],
        selector=selector,
        relation="<=" if limit[1] == "<=" else ">=",
        limit=_fraction(shown, limit[2], percent=bool(limit[3])),
    )


def _fraction(shown: str, number: str, *, percent: bool) -> float:
    try:
        value = float(number)
    except ValueError:
        raise ArgumentError(f"{shown} is no gate: {number} is no number. Fix: {_EXAMPLES}.") from None
    if percent:
        value /= 100
    if not 0 <= value <= 1:
        meant = f"{value / 100:g}" if 1 < value <= 100 else "0.40"
        raise ArgumentError(f"{shown}: metrics are fractions, and {value:g} is none. Fix: write {meant}.")
    return value
