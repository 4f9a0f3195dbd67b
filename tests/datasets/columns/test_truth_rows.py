"""A truth put together row by row."""

from __future__ import annotations

import pytest

from truebox.datasets.columns.truth_rows import TruthRows, attribute_columns
from truebox.datasets.options import ReadOptions
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError
from truebox.records import Source

SOURCE = Source("labels", "test", "test labels")


def test_images_classes_and_objects_keep_their_order():
    rows = TruthRows(SOURCE, ReadOptions())
    rows.categories(["cat", "dog"])
    second = rows.image("b", width=20, height=10, file_name="b.png", attributes={"weather": "rain"})
    first = rows.image("a")
    assert rows.image("b") == second
    assert rows.size(second) == (20, 10)
    rows.add(second, rows.category("dog"), (1, 2, 3, 4), "b.txt line 1", attributes={"track": 7})
    rows.add(first, rows.category("cow"), (1, 2, 3, 4), "a.txt line 1", crowd=True, ignore=True, area=5)
    truth = rows.truth()
    assert truth.images.ids.tolist() == ["b", "a"]
    assert list(truth.images.file_names) == ["b.png", ""]
    assert truth.images.sizes.tolist() == [[20, 10], [0, 0]]
    assert truth.images.attributes["weather"].tolist() == ["rain", None]
    assert truth.categories.names == ("cat", "dog", "cow")
    assert truth.category.tolist() == [2, 3]
    assert truth.image.tolist() == ["b", "a"]
    assert truth.area.tolist() == [12, 5]
    assert (truth.crowd.tolist(), truth.ignore.tolist()) == ([0, 1], [0, 1])
    assert truth.attributes["track"].tolist() == [7, None]


def test_nothing_at_all_is_a_truth():
    truth = TruthRows(SOURCE, ReadOptions()).truth()
    assert (len(truth), len(truth.images), len(truth.categories)) == (0, 0, 0)


def test_a_bad_row_is_refused_or_dropped_and_said():
    rows = TruthRows(SOURCE, ReadOptions())
    with pytest.raises(InputError, match=r"E-122 a.txt line 1"):
        rows.add(rows.image("a"), rows.category("cat"), (0, 0, -1, 1), "a.txt line 1")
    lenient = TruthRows(SOURCE, ReadOptions(errors=RowErrors(lenient=True)))
    assert not lenient.add(lenient.image("a"), lenient.category("cat"), (0, 0, -1, 1), "a.txt line 1")
    assert lenient.add(lenient.image("a"), lenient.category("cat"), (0, 0, 1, 1), "a.txt line 2")
    truth = lenient.truth()
    assert len(truth) == 1
    assert [finding.code for finding in truth.findings] == ["W-150"]


def test_shapes_come_with_their_geometry():
    for geometry, name in (("masks", "segmentations"), ("keypoints", "keypoints")):
        rows = TruthRows(SOURCE, ReadOptions(geometry=geometry))
        rows.add(
            rows.image("a"),
            rows.category("cat"),
            (0, 0, 4, 4),
            "a.txt line 1",
            polygons=[[0, 0, 4, 0, 4, 4]],
            keypoints=[1, 1, 2],
        )
        truth = rows.truth()
        assert len(getattr(truth, name)) == 1
        assert sum(getattr(truth, each) is not None for each in ("segmentations", "keypoints")) == 1


def test_columns_of_attributes_have_the_type_of_their_values():
    columns = attribute_columns([{"a": 1, "b": "x", "c": 1.5}, {"a": 2, "c": 2}])
    assert columns["a"].dtype.kind == "i"
    assert columns["b"].tolist() == ["x", None]
    assert columns["c"].tolist() == [1.5, 2.0]
