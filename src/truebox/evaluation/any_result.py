"""What every result has, whatever its protocol: all that reports, gates and the command line know of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    from truebox.evaluation.layout import Layout
    from truebox.records import Finding, Source

__all__ = ["AnyClass", "AnyRecords", "AnyResult"]


class AnyClass(Protocol):
    """One class of a result; the columns of its `Layout` name further attributes."""

    @property
    def id(self) -> int | str: ...
    @property
    def name(self) -> str: ...
    @property
    def metrics(self) -> Mapping[str, float | None]: ...


class AnyRecords(Protocol):
    """Truth or predictions: where they came from, and how many rows they have."""

    @property
    def source(self) -> Source: ...
    def __len__(self) -> int: ...


class AnyResult(Protocol):
    """The outcome of an evaluation under any protocol.

    A new protocol whose result meets this is shown by every table and writer, held against gates, and run
    by ``truebox eval``; none of them names it.

    Parameters
    ----------
    lacks : mapping of str to str
        What cannot be made of such results, and why: ``"diagnosis"``, ``"report"``, ``"coco-text"``; where
        they have no ``"scores"``, what is read of scores.
    """

    lacks: ClassVar[Mapping[str, str]]

    @property
    def protocol(self) -> str: ...
    @property
    def mode(self) -> str: ...
    @property
    def geometry(self) -> str: ...
    @property
    def metrics(self) -> Mapping[str, float | None]: ...
    @property
    def undefined(self) -> Mapping[str, str]: ...
    @property
    def per_class(self) -> Sequence[AnyClass]: ...
    @property
    def warnings(self) -> Sequence[Finding]: ...
    @property
    def truth(self) -> AnyRecords: ...
    @property
    def predictions(self) -> AnyRecords: ...
    @property
    def state(self) -> Any: ...
    @property
    def layout(self) -> Layout: ...
    def to_dict(self) -> dict[str, Any]: ...
