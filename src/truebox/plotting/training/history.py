"""The curves of a training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, name_axes
from truebox.plotting.parts.axes import legend as add_legend
from truebox.plotting.parts.library import MaxNLocator
from truebox.plotting.parts.palette import series
from truebox.plotting.parts.plain_values import numbers

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_history"]

_BEFORE = "val_"


@refuses_other_kinds
def plot_history(
    history: Any, names: Sequence[str] | None = None, *, first_epoch: int = 1, ax: Axes | None = None
) -> Axes:
    """Plot what a training recorded in every epoch.

    A quantity and its twin of the validation data (``"box_iou"`` and ``"val_box_iou"``) share a colour: the
    training is dashed and hollow, the validation solid and filled.

    Parameters
    ----------
    history : mapping of str to sequence of numbers, or Keras History
        One number an epoch; None and NaN leave a gap. A Keras ``History`` is what ``fit`` gives.
    names : sequence of str, optional
        Which entries to plot, such as ``["box_iou", "val_box_iou"]``; by default all.
    first_epoch : int
        Number of the first entry; 0 where a value from before the training comes first.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        The legend gives the last value of each curve.

    Raises
    ------
    ArgumentError
        There is nothing to plot, a name is unknown, or an entry is no list of numbers.
    MissingExtraError
        Matplotlib is not installed.

    Examples
    --------
    >>> from truebox.plotting import plot_history
    >>> ax = plot_history({"box_iou": [0.31, 0.62, 0.74], "val_box_iou": [0.35, 0.58, 0.69]})
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['box_iou: 0.740', 'val_box_iou: 0.690']
    """
    recorded = getattr(history, "history", history)
    if not isinstance(recorded, Mapping) or not recorded:
        raise ArgumentError(
            f"history is {'empty' if isinstance(recorded, Mapping) else type(recorded).__name__}; expected "
            "names and one number an epoch, such as {'box_iou': [0.4, 0.6]}, or what model.fit of Keras gives"
        )
    unknown = [name for name in names or () if name not in recorded]
    if unknown:
        raise ArgumentError(f"history lacks {unknown[0]!r}; it has {', '.join(map(repr, recorded))}")
    chosen = list(recorded) if names is None else list(names)
    curves = {str(name): numbers(recorded[name], f"history[{name!r}]") for name in chosen}
    families = list(dict.fromkeys(_family(name) for name in curves))
    ax = as_axes(ax)
    handles = []
    for name, values in curves.items():
        look, validation = series(families.index(_family(name))), _is_validation(name)
        handles += ax.plot(
            np.arange(len(values)) + first_epoch, values, color=look.colour, linewidth=2.0,
            linestyle="-" if validation or len(families) == len(curves) else "--",
            marker=look.marker, markersize=5, markerfacecolor=look.colour if validation else "white",
        )  # fmt: skip
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    name_axes(ax, "Training", "epoch", families[0] if len(families) == 1 else "", grid="y")
    add_legend(ax, handles, [_named(name, values) for name, values in curves.items()], loc="best")
    return ax


def _is_validation(name: str) -> bool:
    return name.startswith(_BEFORE) or name == "validation"


def _family(name: str) -> str:
    """What a curve and its twin have in common."""
    return "" if name in {"training", "validation"} else name.removeprefix(_BEFORE)


def _named(name: str, values: Any) -> str:
    known = values[np.isfinite(values)]
    return f"{name}: {known[-1]:.3f}" if len(known) else f"{name}: n/a"
