"""Class names that a reader takes for ids: what is written comes back as the same class, or that is said."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

import truebox as tb
from truebox.datasets.outgoing.numbers_for_names import with_ids_for_numbers
from truebox.errors import TrueboxWarning

WRITTEN = [("table", "out.csv"), ("table", "out.tsv"), ("table", "out.parquet"), ("text-boxes", "out")]


def world(folder: Path, first: str, second: str) -> tuple[Path, Path]:
    """A truth with classes 1 and 2 of these names, and detections that are all right."""
    rows = [(1, 1, [10, 10, 20, 20]), (1, 2, [40, 10, 20, 20]), (2, 2, [5, 5, 20, 20])]
    keys = ("image_id", "category_id", "bbox")
    objects = [dict(zip(keys, row, strict=True)) for row in rows]
    sizes = {"width": 100, "height": 80}
    truth, found = folder / "truth.json", folder / "found.json"
    truth.write_text(
        json.dumps(
            {
                "images": [
                    {"id": 1, "file_name": "a.jpg", **sizes},
                    {"id": 2, "file_name": "b.jpg", **sizes},
                ],
                "categories": [{"id": 1, "name": first}, {"id": 2, "name": second}],
                "annotations": [
                    {"id": row, "area": 400, "iscrowd": 0, **each} for row, each in enumerate(objects, 1)
                ],
            }
        )
    )
    found.write_text(json.dumps([{"score": 0.9, **each} for each in objects]))
    return truth, found


def convert(source: Path, target: Path, form: str, truth: Path | None = None) -> list[str]:
    done = tb.datasets.convert(source, target, to=form, truth=truth)
    return [loss.what for loss in done.losses if "names of classes" in loss.what]


def evaluated(truth: Path, found: Path) -> float | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrueboxWarning)  # images are joined by file name
        return tb.evaluate(str(truth), str(found), fit_test=False).metrics["AP"]


@pytest.mark.parametrize("names", [("2", "1"), ("7", "8"), ("0", "1"), ("-1", "-2")])
@pytest.mark.parametrize(("form", "name"), WRITTEN)
def test_numbers_for_names_are_written_as_ids_and_meet_every_truth(tmp_path, form, name, names):
    """AP is exactly 1 by what was made: every detection is an object, of its class."""
    truth, found = world(tmp_path, *names)
    written, detections = tmp_path / "truth-in" / name, tmp_path / "found-in" / name
    written.parent.mkdir()
    detections.parent.mkdir()
    assert convert(truth, written, form)
    assert convert(found, detections, form, truth)
    for one, other in ((truth, detections), (written, detections)):
        assert evaluated(one, other) == 1.0


@pytest.mark.parametrize(
    "names",
    [
        ("1", "2"),  # their own ids
        ("cat", "7"),
        ("7", "7.0"),
        ("1e3", "2e3"),
        ("007", "08"),
        ("true", "false"),
        ("None", "null"),
        ("nan", "inf"),
        ("a", " a"),
        ("a,b", 'a"b'),
        ("a\nb", "a\tb"),
        ("caf\u00e9", "cafe\u0301"),
        ("a", "\u0430"),
        ("99999999999999999999", "1e99"),
    ],
)
@pytest.mark.parametrize("name", ["out.csv", "out.tsv", "out.parquet", "out.arrow"])
def test_all_other_names_come_back_from_tables(tmp_path, name, names):
    truth, found = world(tmp_path, *names)
    assert not convert(truth, tmp_path / name, "table")
    back = tb.read_truth(tmp_path / name)
    named = dict(zip(back.categories.ids.tolist(), back.categories.names, strict=True))
    assert [named[each] for each in back.category.tolist()] == [names[0], names[1], names[1]]
    detections = tmp_path / f"found-{name}"
    assert not convert(found, detections, "table", truth)
    assert evaluated(truth, detections) == 1.0


def test_one_name_that_is_no_number_keeps_all_where_it_is_used(tmp_path):
    truth = tb.read_truth(world(tmp_path, "cat", "7")[0])
    assert with_ids_for_numbers(truth, truth) == (truth, ())
    found = tb.read_predictions(
        [{"image_id": 1, "category_id": 2, "bbox": [0, 0, 9, 9], "score": 0.5}], truth=truth
    )
    written, lost = with_ids_for_numbers(truth, found)  # whose only class is called 7
    assert written.categories.names == ("1", "2")
    assert [each.count for each in lost] == [1]
