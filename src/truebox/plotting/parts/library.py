"""Matplotlib, or the error that says how to get it. Nothing of its state (pyplot) is used."""

from __future__ import annotations

from truebox.errors import MissingExtraError

try:
    from matplotlib import colormaps, font_manager, patheffects
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch, Rectangle
    from matplotlib.text import Text
    from matplotlib.ticker import MaxNLocator
except ImportError as error:
    raise MissingExtraError("Matplotlib", "plot", "Plotting") from error

__all__ = [
    "Axes",
    "Axis",
    "Figure",
    "Line2D",
    "MaxNLocator",
    "Patch",
    "Rectangle",
    "Text",
    "colormaps",
    "font_manager",
    "patheffects",
]
