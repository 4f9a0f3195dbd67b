"""Precision-recall curves in which one kind of error after the other is forgiven."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.escaping import escape_html
from truebox.errors import ArgumentError
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.typing import BoolArray, FloatArray

__all__ = ["SETTINGS", "CocoBreakdown"]

SETTINGS = ("C75", "C50", "Loc", "Sim", "Oth", "BG", "FN")
"""In the order of the analysis: each forgives more than the one before."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CocoBreakdown(Plotted):
    """COCO's nested analysis: AP at seven settings, by class, group of classes, and size.

    ``C75`` and ``C50`` are AP at IoU .75 and .5; ``Loc`` at .1, so that bad placement is forgiven; ``Sim``
    forgives confusion with classes of the same group (supercategory) as well, ``Oth`` with all classes,
    ``BG`` every false positive, and ``FN`` is 1 by definition. What lies between two is what the errors
    of that kind cost.

    ``plot()`` draws the seven curves (`truebox.plotting.plot_coco_analysis`).

    Parameters
    ----------
    precision : float64 array [7, R, K, A]
        At each recall threshold; -1 where the class has no truth of the size.
    areas : tuple of str
        Labels of the A area ranges.
    names : tuple of str
        Of the K classes.
    groups : mapping of str to tuple of int, or None
        Classes of each group; None where the groups are unknown.
    undefined : str or None
        Why ``Sim`` is None, where it is.

    Examples
    --------
    >>> from truebox.diagnosis import coco_analysis
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, "bbox": [10, 10, 40, 40], **box}]}
    >>> shifted = [{"score": 0.9, "bbox": [30, 10, 40, 40], **box}]
    >>> found = coco_analysis(evaluate(truth, shifted, mode="corrected"), {"cat": "animal"})
    >>> found.ap("C50"), found.ap("Loc"), found.ap("Loc", "medium", group="animal")
    (0.0, 1.0, 1.0)
    """

    _plotted_by = "plot_coco_analysis"

    precision: FloatArray = field(repr=False)
    areas: tuple[str, ...]
    names: tuple[str, ...]
    groups: Mapping[str, tuple[int, ...]] | None
    undefined: str | None = None

    @refuses_other_kinds
    def ap(
        self,
        setting: str,
        area: str | None = None,
        *,
        category: str | int | None = None,
        group: str | None = None,
    ) -> float | None:
        """AP at a setting: of all classes, of one (by name or place) or of a group; None if undefined.

        Parameters
        ----------
        setting : str
            One of C75, C50, Loc, Sim, Oth, BG, FN.
        area : str or None
            Label of the area range; None is "all", or the first.
        category, group : str, int or None
            At most one of them.

        Raises
        ------
        ArgumentError
            There is no such setting, range, class or group.
        """
        a = _place("area", self._main if area is None else area, self.areas)
        s = _place("setting", setting, SETTINGS)
        if setting == "Sim" and self.groups is None:
            return None
        curves = self.precision[s, :, self._classes(category, group), a]
        curves = curves[(curves > -1).all(axis=1)]
        return float(curves.mean()) if len(curves) else None

    @property
    def _main(self) -> str:
        return "all" if "all" in self.areas else self.areas[0]

    def _classes(self, category: str | int | None, group: str | None) -> BoolArray:
        chosen = np.ones(len(self.names), dtype=bool)
        if category is not None:
            place = category if isinstance(category, int) else _place("category", category, self.names)
            chosen = np.arange(len(self.names)) == place
        if group is not None:
            groups = self.groups or {}
            _place("group", group, tuple(groups))
            chosen &= np.isin(np.arange(len(self.names)), groups[group])
        return chosen

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: AP of every setting and size, overall, per class and per group."""
        return {
            "settings": list(SETTINGS),
            "areas": list(self.areas),
            "undefined": self.undefined,
            "all": self._row(),
            "per_class": [
                {"name": name, "ap": self._row(category=place)} for place, name in enumerate(self.names)
            ],
            "per_group": [{"name": name, "ap": self._row(group=name)} for name in self.groups or ()],
        }

    def _row(self, **chosen: Any) -> dict[str, dict[str, float | None]]:
        return {s: {area: self.ap(s, area, **chosen) for area in self.areas} for s in SETTINGS}

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{setting}</th>" for setting in SETTINGS)
        body = ""
        for area in self.areas:
            values = (self.ap(setting, area) for setting in SETTINGS)
            cells = "".join(f"<td>{'n/a' if value is None else f'{value:.4f}'}</td>" for value in values)
            body += f"<tr><th>{escape_html(area)}</th>{cells}</tr>"
        return f"<table><tr><th>size</th>{head}</tr>{body}</table>"


def _place(argument: str, name: str, known: tuple[str, ...]) -> int:
    if name not in known:
        listed = ", ".join(repr(each) for each in known[:12])
        raise ArgumentError(f"{argument}: {name!r} is unknown. Fix: pass one of {listed or 'none'}.")
    return known.index(name)
