"""What a protocol of one object over time is: whose rules count, and what its files are called."""

from __future__ import annotations

from dataclasses import dataclass

from truebox.evaluation.protocol import Protocol

__all__ = ["SingleObjectProtocol"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleObjectProtocol(Protocol):
    """A protocol of one object over time; its name is that of the rules of `evaluate_single_object`.

    Parameters
    ----------
    name, title, reference, takes, geometries, stated_by, evaluate, leaves_out
        Of every `Protocol`.
    boxes : str
        The pattern of the files of true boxes.
    beside : tuple of str
        Files beside them of which any tells that they are of this protocol; empty where the pattern does.
    columns : tuple of str
        The metrics with a column in tables, the most important first.
    pooled : bool
        Whether the frames of all sequences are one pool; else sequences weigh alike.

    Examples
    --------
    >>> from truebox.evaluation import protocol_value
    >>> protocol_value("otb").boxes, protocol_value("got10k").pooled
    ('groundtruth_rect*.txt', True)
    """

    boxes: str = "groundtruth.txt"
    beside: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    pooled: bool = False
