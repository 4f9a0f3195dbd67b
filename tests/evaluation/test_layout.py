"""The values that say how a result is shown."""

from __future__ import annotations

from truebox.evaluation.layout import Column, Layout, Total


def test_what_is_not_said_is_the_usual() -> None:
    total = Total("all", {"images": 1}, {"AP": 0.5})
    layout = Layout(main="AP", metrics=("AP",), columns=(Column("Images", "images"),), totals=(total,))
    assert layout.compared == ()
    assert layout.lettered
    assert layout.closing == ("protocol", "mode", "geometry")
