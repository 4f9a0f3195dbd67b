"""What a reconciliation found: one file under every tool, what explains a number, and rule by rule why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from truebox._writing.html_table import html_table
from truebox.showing import Plotted

__all__ = ["Explanation", "Reconciliation", "RuleStep", "ToolNumbers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolNumbers:
    """The file under the rules of one tool.

    Parameters
    ----------
    name, reference : str
        Of the protocol, and the tool with its version.
    metrics : mapping
        ``AP AP50 AP75``, all by its rules, also where the tool itself prints fewer.

    Examples
    --------
    >>> ToolNumbers(name="coco", reference="pycocotools 2.0.11", metrics={"AP": 0.5}).name
    'coco'
    """

    name: str
    reference: str
    metrics: Mapping[str, float | None]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"name": self.name, "reference": self.reference, "metrics": dict(self.metrics)}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleStep:
    """One rule that differs.

    Parameters
    ----------
    rule, before, after : str
        In words.
    alone : mapping
        What each metric gains where this rule alone is changed at the start.
    cumulative : mapping
        What it gains after all rules above it.
    metrics : mapping
        With this and all rules above it.

    Examples
    --------
    >>> gain = {"AP": 0.1}
    >>> RuleStep(rule="crowds", before="a", after="b", alone=gain, cumulative=gain, metrics={"AP": 0.5}).after
    'b'
    """

    rule: str
    before: str
    after: str
    alone: Mapping[str, float | None]
    cumulative: Mapping[str, float | None]
    metrics: Mapping[str, float | None]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Rules that give every reported number, to all its digits.

    Parameters
    ----------
    of : str
        The tool, as it is or as what the changes are of.
    changes : tuple of str
        Rules that differ from the tool's, in words; none where it is the tool as it is.
    metrics : mapping
        Under these rules.
    chance : float
        Of made-up numbers near the reported one, the share that something tried up to there would give too.

    Examples
    --------
    >>> print(Explanation(of="coco", changes=("lowest score: 0.05",), metrics={"AP": 0.5}))
    coco with lowest score: 0.05
    """

    of: str
    changes: tuple[str, ...]
    metrics: Mapping[str, float | None]
    chance: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "of": self.of,
            "changes": list(self.changes),
            "metrics": dict(self.metrics),
            "chance": self.chance,
        }

    def __str__(self) -> str:
        return self.of + (f" with {', '.join(self.changes)}" if self.changes else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciliation(Plotted):
    """Why two tools give two numbers for one file.

    ``plot()`` draws the steps (`truebox.plotting.plot_reconciliation`).

    Parameters
    ----------
    tools : tuple of ToolNumbers
        This file under every tool.
    reported : mapping
        What was to be explained; empty where nobody reported a number.
    start, end : str
        From whose rules to whose the steps go.
    first : mapping
        The metrics at the start.
    steps : tuple of RuleStep
        Rule by rule, in the stated order.
    explanations : tuple of Explanation
        What gives the reported numbers, and hardly by chance; it is not said which of several was used.
    left : mapping
        What is unexplained of each reported number: the distance to the nearest number tried; 0 where it is
        explained.
    tried : int
        Mixtures of rules that were evaluated.
    unproven : tuple of Explanation
        What gives them where, of numbers near them, more than one in twenty fits something that was tried,
        or where a changed rule gives them only with equal scores in another order: the numbers are left
        unexplained.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.generation import make_dataset
    >>> tb.diagnosis.reconcile(*make_dataset(8, 2, 5, 3.0, 1)).tools[0].name
    'coco'
    """

    _plotted_by = "plot_reconciliation"

    tools: tuple[ToolNumbers, ...]
    reported: Mapping[str, float]
    start: str
    end: str | None
    first: Mapping[str, float | None]
    steps: tuple[RuleStep, ...]
    explanations: tuple[Explanation, ...]
    left: Mapping[str, float]
    tried: int
    sentences: tuple[str, ...] = field(default=(), repr=False)
    unproven: tuple[Explanation, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "tools": [each.to_dict() for each in self.tools],
            "reported": dict(self.reported),
            "start": self.start,
            "end": self.end,
            "first": dict(self.first),
            "steps": [each.to_dict() for each in self.steps],
            "explanations": [each.to_dict() for each in self.explanations],
            "unproven": [each.to_dict() for each in self.unproven],
            "left": dict(self.left),
            "tried": self.tried,
            "sentences": list(self.sentences),
        }

    def _repr_html_(self) -> str:
        rows = [(each.name, *each.metrics.values()) for each in self.tools]
        shown: str = html_table(["tool", *self.first], rows, "this file under every tool")
        return shown
