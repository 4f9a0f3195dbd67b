"""What each of COCO's thresholds lets pass, one panel a threshold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox.boxes import Box, boxes_at_thresholds
from truebox.boxes.box import as_box
from truebox.errors import ArgumentError
from truebox.overlap import iou
from truebox.plotting.parts.axes import legend as add_legend
from truebox.plotting.parts.figures import panels
from truebox.plotting.parts.lettering import shown
from truebox.plotting.parts.library import Line2D, patheffects
from truebox.plotting.parts.palette import INK, TRUTH, LineStyle, series
from truebox.plotting.parts.scene import draw_rectangle, set_scene

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes, Figure

__all__ = ["plot_thresholds"]

_WORDS = {"grow": "grown", "shrink": "shrunk", "shift": "shifted"}
# By way, so that a way looks the same in every selection: colour and line.
_LOOKS: dict[str, tuple[str, LineStyle]] = {
    "grow": (series(3).colour, "--"), "shrink": (series(0).colour, "-."), "shift": (series(4).colour, ":"),
}  # fmt: skip
_COLUMNS = 5
_PANEL = 2.4
"""Inches across."""


@refuses_other_kinds
def plot_thresholds(
    reference: Box | Sequence[float],
    image: Any = None,
    *,
    thresholds: Iterable[float] = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95),
    ways: Sequence[str] = ("grow", "shrink", "shift"),
    step: float | None = None,
    labels: Sequence[str] | None = None,
    legend: bool = True,
) -> Figure:
    """Plot one panel a threshold: a box, and the boxes whose IoU with it just passes.

    Ten thresholds make two lines of five panels. All panels have the same limits, which hold every box and
    the whole picture, so that sizes can be compared from panel to panel.

    Parameters
    ----------
    reference : Box or four numbers ``x_min, y_min, x_max, y_max``
        The truth, a solid line.
    image : array [height, width] or [height, width, 3], Pillow image or path, optional
        Shown in every panel below the boxes; a plain canvas otherwise.
    thresholds : iterable of float in (0, 1]
        By default COCO's ten.
    ways : sequence of {"grow", "shrink", "shift"}
        In which ways a box misses; each has its own line.
    step : float, optional
        As in `truebox.boxes.boxes_at_thresholds`: 1 for whole pixels, which pass a threshold by a little.
    labels : sequence of str, optional
        One a threshold, above its title: ``("poor", "good", "excellent")``.
    legend : bool
        Whether the figure has its one legend, below the panels.

    Returns
    -------
    Figure
        ``figure.savefig("thresholds.png")`` writes it. A title is the IoU that the boxes reach; several
        values stand in the order of `ways`.

    Raises
    ------
    ArgumentError
        An unknown way, no threshold, labels of another number; also as in
        `truebox.boxes.boxes_at_thresholds`.
    MissingExtraError
        Matplotlib is not installed.

    Examples
    --------
    >>> from truebox.plotting import plot_thresholds
    >>> figure = plot_thresholds((50, 50, 150, 150), thresholds=[0.5, 0.75], step=1)
    >>> [ax.get_title().replace(chr(10), ": ") for ax in figure.axes]
    ['IoU ≥ 0.50: 0.525 · 0.518 · 0.527', 'IoU ≥ 0.75: 0.769 · 0.774 · 0.770']
    """
    unknown = [way for way in ways if way not in _WORDS]
    if unknown or not ways:
        raise ArgumentError(f"ways is {list(ways)!r}; expected some of 'grow', 'shrink' and 'shift'")
    truth, wanted = as_box(reference, "reference"), tuple(thresholds)
    if not wanted:
        raise ArgumentError("thresholds is empty; expected numbers in (0, 1], such as [0.5, 0.75]")
    if labels is not None and len(labels) != len(wanted):
        raise ArgumentError(f"labels has {len(labels)} entries, but there are {len(wanted)} thresholds")
    found = boxes_at_thresholds(truth, thresholds=wanted, step=step)
    every = [truth, *(box for way in ways for box in found[way].values())]
    columns = min(_COLUMNS, len(wanted))
    rows = -(-len(wanted) // columns)
    figure, grid = panels(rows, columns, (_PANEL * columns, _PANEL * rows))
    handles: list[Line2D] = []
    for ax, threshold, label in zip(grid, wanted, labels or [""] * len(wanted), strict=False):
        set_scene(ax, every, image)
        boxes = [found[way][threshold] for way in ways]
        handles = _draw(ax, truth, dict(zip(ways, boxes, strict=True)), seamed=image is not None)
        title = _title(threshold, [iou(truth, box) for box in boxes])
        ax.set_title(f"{shown(label)}\n{title}" if label else title, fontsize="medium", color=INK)
        ax.set(xticks=[], yticks=[])
    for ax in grid[len(wanted) :]:
        ax.remove()
    left, right, bottom, top = (*grid[0].get_xlim(), *grid[0].get_ylim())
    shape = min(max(abs(top - bottom) / abs(right - left), 0.3), 2.5)
    figure.set_size_inches(_PANEL * columns, (_PANEL * shape + 0.5) * rows + 0.4)
    if legend:
        names = ["truth", *(_WORDS[way] for way in ways)]
        add_legend(figure, handles, names, loc="outside lower center", ncols=len(names), fontsize="medium")
    return figure


def _draw(ax: Axes, truth: Box, boxes: dict[str, Box], *, seamed: bool) -> list[Line2D]:
    """The boxes of one panel, on a photograph with a light seam, so that they stand out from it."""
    drawn = []
    looks: list[tuple[Box, str, LineStyle, float]] = [(truth, TRUTH, "-", 2.4)]
    looks += [(box, *_LOOKS[way], 1.8) for way, box in boxes.items()]
    for box, colour, line, width in looks:
        seam = [patheffects.withStroke(linewidth=width + 1.8, foreground="white")] if seamed else None
        draw_rectangle(ax, tuple(box), edgecolor=colour, linestyle=line, linewidth=width, path_effects=seam)
        drawn.append(Line2D([], [], color=colour, linestyle=line, linewidth=width))
    return drawn


def _title(threshold: float, reached: Sequence[float]) -> str:
    """The threshold and what the boxes reach: one value where all agree to three digits."""
    texts = list(dict.fromkeys(f"{value:.3f}" for value in reached))
    if len(texts) == 1 and texts[0] == f"{threshold:.3f}":
        return f"IoU {texts[0]}"
    return f"IoU ≥ {threshold:.2f}\n" + " · ".join(f"{value:.3f}" for value in reached)
