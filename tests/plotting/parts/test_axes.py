"""What all charts share."""

from __future__ import annotations

from truebox.plotting.parts.axes import SIZE, as_axes, legend, name_axes, say_undefined
from truebox.plotting.parts.library import Line2D


def test_the_callers_axes_are_used():
    mine = as_axes(None)
    assert as_axes(mine) is mine


def test_axes_of_ones_own():
    assert as_axes(None).figure.get_size_inches().tolist() == list(SIZE)
    assert as_axes(None, (3, 2)).figure.get_size_inches().tolist() == [3, 2]


def test_names():
    ax = as_axes(None)
    name_axes(ax, "a title", "x", "y", grid="both")
    assert (ax.get_title(), ax.get_xlabel(), ax.get_ylabel()) == ("a title", "x", "y")
    assert not ax.spines["top"].get_visible()


def test_legends_show_every_name():
    ax = as_axes(None)
    names = ["cat", "_cat", "", "$x$"]
    made = legend(ax, [Line2D([], []) for _ in names], names)
    ax.figure.draw_without_rendering()
    assert [text.get_text() for text in made.get_texts()] == names
    assert not any(text.get_parse_math() for text in made.get_texts())


def test_why_there_is_nothing():
    ax = as_axes(None)
    say_undefined(ax, "no truths")
    assert [text.get_text() for text in ax.texts] == ["n/a (no truths)"]
