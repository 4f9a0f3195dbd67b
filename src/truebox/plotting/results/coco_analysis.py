"""COCO's nested analysis: how precision grows as one kind of error after the other is forgiven."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import diagnosis
from truebox._kinds import refuses_other_kinds
from truebox._writing.visible_text import cut_middle
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, legend, name_axes, say_undefined
from truebox.plotting.parts.lettering import LONGEST
from truebox.plotting.parts.library import Patch, colormaps
from truebox.plotting.parts.of_result import diagnosed
from truebox.plotting.parts.palette import INK
from truebox.plotting.parts.plain_values import numbers, plain_values

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_coco_analysis"]

_STEPS = ("C75", "C50", "Loc", "Sim", "Oth", "BG", "FN")
_HATCHES = ("", "///", "...", "\\\\\\", "xxx", "ooo", "")


@refuses_other_kinds
def plot_coco_analysis(
    analysis: Any,
    *,
    category: str | None = None,
    area: str = "all",
    title: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Plot precision against recall at the seven steps of COCO's analysis, as areas above each other.

    Parameters
    ----------
    analysis : Result, CocoBreakdown, or mapping
        From `truebox.evaluate`, which is then analysed; from `truebox.diagnosis`; or ``recall`` [R], and
        ``precision``: a mapping of ``C75``, ``C50``, ``Loc``, ``Sim``, ``Oth``, ``BG``, ``FN`` to [R]. Steps
        may be missing.
    category, area : str
        Of a breakdown: one class (by default the mean over all with truths), and a size class.
    title : str, optional
        By default the class and the size.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        The legend gives the mean of each curve: the AP.

    Raises
    ------
    ArgumentError
        A key, class or size is missing, or lists differ in length.

    Examples
    --------
    >>> from truebox.plotting import plot_coco_analysis
    >>> steps = {"C75": [1, 0.4, 0], "C50": [1, 0.8, 0.2]}
    >>> ax = plot_coco_analysis({"recall": [0, 0.5, 1], "precision": steps})
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['[.667] C50', '[.467] C75']
    """
    analysis = diagnosed(analysis, diagnosis.coco_analysis)
    if hasattr(analysis, "areas"):
        sizes = "all sizes" if area == "all" else area
        made = f"COCO analysis: {cut_middle(category or 'all classes', LONGEST)}, {sizes}"
        title = made if title is None else title
        analysis = _of_breakdown(analysis, category, area)
    values = plain_values(analysis, ["recall", "precision"], "analysis")
    recall = numbers(values["recall"], "recall")
    curves = plain_values(values["precision"], [], "analysis['precision']")
    steps = [step for step in _STEPS if step in curves]
    if not steps:
        raise ArgumentError(f"analysis['precision'] has none of the steps {', '.join(_STEPS)}")
    ax = as_axes(ax)
    below = np.zeros(len(recall))
    handles, names = [], []
    for step in steps:
        curve = numbers(curves[step], step)
        if len(curve) != len(recall):
            raise ArgumentError(f"precision[{step!r}] has {len(curve)} values, recall has {len(recall)}")
        place = _STEPS.index(step)
        # Light for what is right already, dark for what is missed.
        colour = colormaps["YlGnBu"](0.12 + 0.8 * place / (len(_STEPS) - 1))
        look: dict[str, Any] = {
            "facecolor": colour,
            "hatch": _HATCHES[place],
            "edgecolor": "#ffffff90",
            "linewidth": 0,
        }
        defined = np.nan_to_num(curve)
        ax.fill_between(recall, below, np.maximum(below, defined), **look)
        ax.plot(recall, curve, color=INK, linewidth=0.9)
        below = np.maximum(below, defined)
        handles.append(Patch(**look))
        mean = "n/a" if np.isnan(curve).all() else f"{np.mean(defined):.3f}".replace("0.", ".")
        names.append(f"[{mean}] {step}")
    if not below.any():
        say_undefined(ax, "no truths")
    ax.set(xlim=(0, 1), ylim=(0, 1))
    name_axes(ax, title or "COCO analysis", "recall", "precision")
    legend(ax, handles[::-1], names[::-1], loc="upper left", bbox_to_anchor=(1.02, 1.0))
    return ax


def _of_breakdown(breakdown: Any, category: str | None, area: str) -> dict[str, Any]:
    """The curves of a `CocoBreakdown` [7, R, K, A], averaged over the classes that have truths."""
    if area not in breakdown.areas:
        raise ArgumentError(f"area is {area!r}; analysed were {', '.join(breakdown.areas)}")
    if category is not None and category not in breakdown.names:
        raise ArgumentError(f"category is {category!r}, which was not analysed")
    table = breakdown.precision[:, :, :, breakdown.areas.index(area)]
    if category is not None:
        table = table[:, :, [breakdown.names.index(category)]]
    defined = (table > -1).all(axis=(0, 1))
    precision = {
        step: table[row][:, defined].mean(axis=1) if defined.any() else [None] * table.shape[1]
        for row, step in enumerate(_STEPS)
        if step != "Sim" or breakdown.groups is not None
    }
    return {"recall": np.linspace(0.0, 1.0, table.shape[1]), "precision": precision}
