"""Names for machine ids."""

from __future__ import annotations

from truebox.datasets.formats.openimages.class_descriptions import described
from truebox.records import Ids


def test_two_ids_of_one_name_become_one_class():
    column = described(Ids.of(["/m/1", "/m/2", "/m/1"]), ['/m/1,"Cat, wild"', "/m/2,Cat, wild"])
    assert (column.values.tolist(), column.names) == ([0, 0, 0], ("Cat, wild",))


def test_names_without_lines_stay():
    column = Ids.of(["cat"])
    assert described(column, None) is column
    assert described(column, ["cat", "dog"]).names == ("cat",)
