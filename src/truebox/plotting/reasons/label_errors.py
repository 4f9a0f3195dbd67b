"""How suspicious the annotations are, and so how many are worth a look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox import diagnosis
from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, legend, name_axes, say_undefined
from truebox.plotting.parts.of_result import diagnosed
from truebox.plotting.parts.palette import series

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_label_errors"]

_WORDS = {
    "missing": "missing annotation",
    "class": "wrong class",
    "box": "badly drawn box",
    "duplicate": "annotated twice",
}


@refuses_other_kinds
def plot_label_errors(suspects: Any, *, ax: Axes | None = None) -> Axes:
    """Plot the suspicion of each suspect against its place in the list, each kind with its own mark.

    Parameters
    ----------
    suspects : LabelErrors or Result
        Of `truebox.diagnosis.label_errors`.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        Where the marks sink is where looking on pays less.

    Raises
    ------
    ArgumentError
        `suspects` is something else.

    Examples
    --------
    >>> from truebox.diagnosis import LabelErrors, Suspect
    >>> from truebox.plotting import plot_label_errors
    >>> one = Suspect(kind="class", suspicion=0.9, image_id=1, row=1, other_row=None, written="cat",
    ...     proposed="dog", box=(90.0, 10.0, 40.0, 40.0), agreeing=1)
    >>> ax = plot_label_errors(LabelErrors((one,), 1))
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['wrong class (1)']
    """
    suspects = diagnosed(suspects, diagnosis.label_errors)
    if not hasattr(suspects, "of_kind"):
        raise ArgumentError(f"suspects is {suspects!r}. Fix: pass what truebox.diagnosis.label_errors gives.")
    ax = as_axes(ax)
    handles, names = [], []
    for number, (kind, word) in enumerate(_WORDS.items()):
        placed = [(place, each.suspicion) for place, each in enumerate(suspects, 1) if each.kind == kind]
        if placed:
            look = series(number)
            (handle,) = ax.plot(
                *zip(*placed, strict=True), linestyle="", marker=look.marker, markersize=6, color=look.colour,
                markeredgecolor="white", markeredgewidth=0.5,
            )  # fmt: skip
            handles.append(handle)
            names.append(f"{word} ({len(placed):,})")
    ax.set(xlim=(0.5, max(len(suspects), 1) + 0.5), ylim=(0, 1.04))
    ax.locator_params(axis="x", integer=True, min_n_ticks=1)
    if handles:
        legend(ax, handles, names, loc="best", frameon=True, framealpha=0.85, edgecolor="none")
    else:
        say_undefined(ax, "no suspects")
    name_axes(
        ax,
        f"{len(suspects):,} suspicious place{'' if len(suspects) == 1 else 's'}",
        "place in the list",
        "suspicion",
        grid="y",
    )
    return ax
