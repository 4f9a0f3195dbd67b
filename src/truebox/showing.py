"""What values of the lower rooms have to do with charts: they know the name of one, and draw nothing."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Plotted"]


class Plotted:
    """A value that has a chart: ``plot()`` draws it.

    A class says which function of `truebox.plotting` draws its values. That room is loaded when a chart is
    asked for; until then neither it nor Matplotlib is.

    Examples
    --------
    >>> from truebox import Box
    >>> issubclass(Box, Plotted), Box._plotted_by
    (True, 'plot_box')
    """

    __slots__ = ()

    _plotted_by: ClassVar[str]

    def plot(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """Draw the chart of this value.

        Parameters
        ----------
        ax : Axes, optional
            By default those of a new figure, ``ax.figure``; nothing is shown, no pyplot is involved.
        **options
            Those of the function of `truebox.plotting` that the class names.

        Returns
        -------
        Axes
            ``ax.figure.savefig("chart.png")`` writes it.

        Raises
        ------
        MissingExtraError
            Matplotlib is not installed.
        ArgumentError
            As the function does.

        Examples
        --------
        >>> from truebox import Box
        >>> Box(50, 50, 150, 150).plot(other=Box(100, 100, 200, 200)).get_title().splitlines()[0]
        'IoU: 0.1429'
        """
        # By name: an import here would turn the layers of the house upside down.
        drawing = getattr(import_module("truebox.plotting"), self._plotted_by)
        axes: Axes = drawing(self, ax=ax, **options)
        return axes
