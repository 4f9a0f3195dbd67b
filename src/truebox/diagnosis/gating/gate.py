"""Whether a number is good enough, and the list of such answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebox._writing.html_table import html_table

if TYPE_CHECKING:
    from truebox.diagnosis.gating.gate_expression import Relation

__all__ = ["Gate", "Gates"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """One gate.

    Parameters
    ----------
    expression : str
        As it was given; of a drop from a baseline with ``max-drop`` before it.
    subject : str
        The metric, with its class or slice.
    name : str
        The predictions it was asked of.
    value : float or None
        None where the metric is undefined: then the gate fails.
    limit : float or None
        What the value is held against; None where the baseline has no value.
    relation : {">=", "<="}
        What the value must be to the limit.
    passed : bool
    reason : str or None
        Why something is None, or why a drop is let pass.

    Examples
    --------
    >>> Gate(expression="AP=.4", subject="AP", name="a", value=0.5, limit=0.4, passed=True).to_dict()["limit"]
    0.4
    """

    expression: str
    subject: str
    name: str
    value: float | None
    limit: float | None
    relation: Relation = ">="
    passed: bool
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        names = ("expression", "name", "value", "limit", "passed", "reason")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, slots=True)
class Gates:
    """Gates in the order asked; a sequence of them.

    Parameters
    ----------
    gates : tuple of Gate
    notes : tuple of str
        What to know about a baseline.

    Examples
    --------
    >>> Gates(()).passed
    True
    """

    gates: tuple[Gate, ...]
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether none has failed."""
        return all(gate.passed for gate in self.gates)

    def __iter__(self) -> Iterator[Gate]:
        return iter(self.gates)

    def __len__(self) -> int:
        return len(self.gates)

    def __getitem__(self, place: int) -> Gate:
        return self.gates[place]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "passed": self.passed,
            "gates": [gate.to_dict() for gate in self.gates],
            "notes": list(self.notes),
        }

    def _repr_html_(self) -> str:
        rows = [
            (
                gate.expression,
                gate.name,
                gate.value,
                gate.limit,
                "ok" if gate.passed else "failed",
                gate.reason or "",
            )
            for gate in self.gates
        ]
        return html_table(["gate", "predictions", "value", "limit", "outcome", "reason"], rows)
