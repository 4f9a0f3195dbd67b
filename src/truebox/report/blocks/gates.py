"""Gates as lines: the value beside its limit, and whether that is good enough."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from truebox.report.blocks.block import Block, Notes
from truebox.report.blocks.cells import metric_text

if TYPE_CHECKING:
    from truebox.diagnosis import Gate

__all__ = ["gate_blocks", "gate_line", "gate_lines", "held_text"]


def gate_blocks(gates: Iterable[Gate]) -> list[Block]:
    """Return the lines of all gates as notes."""
    return [Notes(tuple(gate_lines(gates)))]


def gate_lines(gates: Iterable[Gate]) -> list[str]:
    """Return a line per gate; where gates are of several predictions, with their name.

    Examples
    --------
    >>> from truebox.diagnosis import Gate
    >>> gate = Gate(expression="AP=.4", subject="AP", name="a", value=0.412, limit=0.4, passed=True)
    >>> gate_lines([gate])
    ['GATE ok      AP 0.412 >= 0.400']
    """
    listed = list(gates)
    several = len({gate.name for gate in listed}) > 1
    return [gate_line(gate, named=several) for gate in listed]


def gate_line(gate: Gate, *, named: bool) -> str:
    """Return one gate as a line."""
    outcome = "ok    " if gate.passed else "FAILED"
    reason = f" ({gate.reason})" if gate.reason else ""
    name = f"  {gate.name}" if named else ""
    return f"GATE {outcome}  {held_text(gate)}{reason}{name}"


def held_text(gate: Gate) -> str:
    """Return the value against its limit, with the sign that holds between them."""
    value, limit = metric_text(gate.value), metric_text(gate.limit)
    if gate.value is None or gate.limit is None:
        return f"{gate.subject} {value}, limit {limit}"
    if value == limit and gate.value != gate.limit:  # three decimals do not tell them apart
        value, limit = repr(gate.value), repr(gate.limit)
    met = gate.value >= gate.limit if gate.relation == ">=" else gate.value <= gate.limit
    sign = gate.relation if met else {">=": "<", "<=": ">"}[gate.relation]
    return f"{gate.subject} {value} {sign} {limit}"
