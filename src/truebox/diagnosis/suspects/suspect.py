"""Places where the truth is probably wrong, ranked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from truebox._kinds import refuses_other_kinds
from truebox._writing.escaping import escape_html
from truebox.showing import Plotted

__all__ = ["LabelErrors", "Suspect", "Suspicion"]

Suspicion: TypeAlias = Literal["missing", "class", "box", "duplicate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """One place that somebody should look at.

    Parameters
    ----------
    kind : {"missing", "class", "box", "duplicate"}
        An object without annotation; another class than written; a badly drawn box; two annotations of
        one object.
    suspicion : float in [0, 1]
        The ranking; comparable between kinds only roughly.
    image_id : int or str
    row : int or None
        Of the annotation in the truth; None where one is missing. Of duplicates the later one.
    other_row : int or None
        Of duplicates the earlier one.
    written : str or None
        The class in the truth.
    proposed : str or None
        The class to write.
    box : (x, y, width, height)
        What the detectors see there; of duplicates the annotation itself.
    agreeing : int
        How many of the results support it; of duplicates 0, as the truth alone shows them.

    Examples
    --------
    >>> from truebox.diagnosis import label_errors
    >>> from truebox.evaluation import evaluate
    >>> rest = {"area": 1600, "iscrowd": 0}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
    ...     "annotations": [
    ...         {"id": 1, "image_id": 1, "category_id": 1, **rest, "bbox": [10, 10, 40, 40]},
    ...         {"id": 2, "image_id": 1, "category_id": 1, **rest, "bbox": [90, 10, 40, 40]}]}
    >>> found = [
    ...     {"image_id": 1, "category_id": 1, "score": 0.8, "bbox": [10, 10, 40, 40]},
    ...     {"image_id": 1, "category_id": 2, "score": 0.9, "bbox": [90, 10, 40, 40]}]
    >>> first = label_errors(evaluate(truth, found, mode="corrected"))[0]
    >>> first.kind, first.row, first.written, first.proposed
    ('class', 1, 'cat', 'dog')
    """

    kind: Suspicion
    suspicion: float
    image_id: int | str
    row: int | None
    other_row: int | None
    written: str | None
    proposed: str | None
    box: tuple[float, float, float, float]
    agreeing: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {**values, "box": list(self.box)}


@dataclass(frozen=True, slots=True)
class LabelErrors(Plotted):
    """Suspects, the most suspicious first; a sequence of them.

    ``plot()`` draws how suspicious they are (`truebox.plotting.plot_label_errors`).

    Parameters
    ----------
    suspects : tuple of Suspect
    results : int
        From how many results they come.

    Examples
    --------
    >>> LabelErrors((), 1).of_kind("box")
    ()
    """

    _plotted_by = "plot_label_errors"

    suspects: tuple[Suspect, ...] = field(repr=False)
    results: int

    def __len__(self) -> int:
        return len(self.suspects)

    def __getitem__(self, place: int) -> Suspect:
        return self.suspects[place]

    def __iter__(self) -> Iterator[Suspect]:
        return iter(self.suspects)

    @refuses_other_kinds
    def of_kind(self, kind: Suspicion) -> tuple[Suspect, ...]:
        """Those of one kind, still ranked."""
        return tuple(suspect for suspect in self.suspects if suspect.kind == kind)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"results": self.results, "suspects": [suspect.to_dict() for suspect in self.suspects]}

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape_html(s.kind)}</td><td>{s.suspicion:.3f}</td><td>{escape_html(str(s.image_id))}</td>"
            f"<td>{'' if s.row is None else s.row}</td><td>{escape_html(s.written or '')}</td>"
            f"<td>{escape_html(s.proposed or '')}</td></tr>"
            for s in self.suspects[:30]
        )
        head = "".join(
            f"<th>{name}</th>" for name in ("kind", "suspicion", "image", "row", "written", "proposed")
        )
        return f"<table><tr>{head}</tr>{rows}</table>"
