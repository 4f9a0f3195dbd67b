"""What the optimal LRP error is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox import diagnosis
from truebox._kinds import refuses_other_kinds
from truebox._writing.visible_text import cut_middle
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, name_axes
from truebox.plotting.parts.bars import draw_bars
from truebox.plotting.parts.lettering import LONGEST
from truebox.plotting.parts.of_result import diagnosed

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_lrp"]

_PARTS = {
    "lrp": "oLRP",
    "localisation": "localisation",
    "false_positive": "false positives",
    "false_negative": "missed truths",
}


@refuses_other_kinds
def plot_lrp(lrp: Any, *, category: str | None = None, ax: Axes | None = None) -> Axes:
    """Plot the optimal LRP error and its three parts.

    Parameters
    ----------
    lrp : Lrp or Result
        Of `truebox.diagnosis.optimal_lrp`.
    category : str, optional
        Name of one class; by default the means over all.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        Bars in [0, 1], less is better; "n/a" where undefined.

    Raises
    ------
    ArgumentError
        `lrp` is something else, or has no such class.

    References
    ----------
    K. Oksuz et al., "One Metric to Measure Them All: Localisation Recall Precision (LRP) for Evaluating
    Visual Detection Tasks", TPAMI 2021.

    Examples
    --------
    >>> from truebox.diagnosis import Lrp
    >>> from truebox.plotting import plot_lrp
    >>> ax = plot_lrp(Lrp(iou=0.5, lrp=0.6, localisation=0.2, false_positive=0.3, false_negative=None,
    ...     per_class=()))
    >>> [text.get_text() for text in ax.texts]
    ['0.600', '0.200', '0.300', 'n/a']
    """
    lrp = diagnosed(lrp, diagnosis.optimal_lrp)
    if not hasattr(lrp, "lrp") or not hasattr(lrp, "per_class"):
        raise ArgumentError(f"lrp is {lrp!r}. Fix: pass what truebox.diagnosis.optimal_lrp gives.")
    shown = lrp
    if category is not None:
        found = [each for each in lrp.per_class if each.name == category]
        if not found:
            raise ArgumentError(f"category is {category!r}, which was not evaluated")
        shown = found[0]
    ax = as_axes(ax, (6.4, 3.0))
    draw_bars(ax, list(_PARTS.values()), [getattr(shown, part) for part in _PARTS])
    ax.set_xlim(0, 1.1)
    title = f"Optimal LRP, {cut_middle(category or 'all classes', LONGEST)}"
    name_axes(ax, title, f"error at IoU {lrp.iou:g} (less is better)", "", grid="x")
    return ax
