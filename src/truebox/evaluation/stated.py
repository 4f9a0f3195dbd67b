"""Where nobody names a protocol: the one that the truth says it was made for, else the first of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from truebox import datasets
from truebox._named import NamedTuple
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.registry import DETECTION_PROTOCOLS, protocol_named, protocol_stated
from truebox.records import Finding, Predictions

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar

    from truebox.evaluation.panoptic.result import PanopticResult
    from truebox.evaluation.protocol import Protocol
    from truebox.evaluation.result import Result

    _AnyResult = TypeVar("_AnyResult", Result, PanopticResult, Result | PanopticResult)

__all__ = ["Choice", "choice_of", "with_choice_said"]


class Choice(NamedTuple):
    """A protocol that nobody named.

    Parameters
    ----------
    protocol : Protocol
    truth : Any
        As read on the way, or as given where the protocol reads it itself.
    states : tuple of str
        The keys by which the truth said so; none where it says nothing.
    """

    protocol: Protocol
    truth: Any
    states: tuple[str, ...] = ()

    def refuse_untaken(self, arguments: Mapping[str, Any], usual: Mapping[str, Any]) -> None:
        """As of the protocol, with why it is this one."""
        try:
            self.protocol.refuse_untaken(arguments, usual)
        except ArgumentError as error:
            if not self.states:
                raise
            title = self.protocol.title
            because = f"The truth states {_listed(self.states)}, so it is evaluated as {title}"
            raise ArgumentError(f"{error} {because}; or name another protocol.") from None


def choice_of(truth: Any, predictions: Any, arguments: Mapping[str, Any]) -> Choice:
    """Read the truth, and take the protocol that it states.

    Parameters
    ----------
    truth, predictions : Any
        As `truebox.evaluate` takes them; predictions are looked at where they choose the split of the truth.
    arguments : mapping
        Those of `truebox.evaluate`.

    Raises
    ------
    InputError
        The truth is refused, and no protocol says that it reads such.

    Examples
    --------
    >>> how = {"geometry": "boxes", "threads": 1, "box_format": None, "lenient": False}
    >>> choice_of([{"boxes": [], "labels": []}], [], how).protocol.name
    'coco'
    """
    usual = protocol_named(DETECTION_PROTOCOLS[0])
    if isinstance(truth, Predictions):
        return Choice(usual, truth)  # refused where both sides are read
    try:
        true = datasets.truth_beside(truth, predictions, **datasets.reading_among(arguments))
    except InputError as error:
        stated = protocol_stated(error.states)
        if stated is None:
            raise
        return Choice(stated, truth, error.states)
    stated = protocol_stated(true.states)
    if stated is None:
        return Choice(usual, true)
    complete = getattr(stated, "complete", None)
    return Choice(stated, true if complete is None else complete(true, truth), true.states)


def with_choice_said(result: _AnyResult, protocol: Protocol, states: Sequence[str]) -> _AnyResult:
    """The result with the finding that names its protocol and what stated it; as it is where nothing did."""
    if not states:
        return result
    name = result.truth.source.name
    rules = f"{protocol.title} (protocol {protocol.name!r})"
    text = f"{name} states {_listed(states)}, so it is evaluated as {rules}"
    usual = DETECTION_PROTOCOLS[0]
    if protocol.name in DETECTION_PROTOCOLS:
        text += f"; --protocol {usual} evaluates it as {usual.upper()}"
    return replace(result, warnings=(Finding("W-311", text), *result.warnings))


def _listed(states: Sequence[str]) -> str:
    return " and ".join(states)
