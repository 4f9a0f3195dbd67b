"""Figures that a notebook shows."""

from __future__ import annotations

from truebox.plotting.parts.axes import as_axes
from truebox.plotting.parts.figures import panels

PNG = b"\x89PNG"


def test_axes_show_their_figure():
    ax = as_axes(None)
    assert ax._repr_png_().startswith(PNG)
    assert ax.figure._repr_png_().startswith(PNG)


def test_axes_of_a_figure_of_the_callers_show_nothing_of_their_own():
    from matplotlib.figure import Figure

    _, (ax, *_) = panels(1, 2, (2, 1))
    elsewhere = Figure().add_subplot(axes_class=type(ax))
    assert elsewhere._repr_png_() is None


def test_panels_go_from_left_to_right():
    figure, axes = panels(2, 2, (3, 3))
    figure.draw_without_rendering()
    places = [ax.get_position() for ax in axes]
    assert places[0].x0 < places[1].x0
    assert places[0].y0 > places[2].y0
