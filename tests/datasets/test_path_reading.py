"""Files and folders: how their format is chosen, and what was said of boxes and splits is applied."""

from __future__ import annotations

import inspect
import json
import os
from pathlib import Path

import pytest

import truebox as tb
from truebox.datasets import registry
from truebox.datasets.format import Format
from truebox.datasets.options import ReadOptions
from truebox.datasets.path_reading import (
    chosen_format,
    options_said,
    read_predictions_path,
    read_truth_path,
    refuse_unheeded,
    unused_pictures,
)
from truebox.errors import ArgumentError, InputError
from truebox.records import Source

_ROW = {"image_id": 1, "category_id": 3, "bbox": [10, 20, 30, 60], "score": 0.5}
_TRUTH = {
    "images": [{"id": 1, "width": 100, "height": 100, "file_name": "a.jpg"}],
    "categories": [{"id": 3, "name": "cat"}],
    "annotations": [{"id": 1, "area": 800, "iscrowd": 0, **_ROW}],
}


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(_TRUTH))
    return path


@pytest.fixture
def found(tmp_path: Path) -> Path:
    path = tmp_path / "found.json"
    path.write_text(json.dumps([_ROW]))
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "found.csv"
    path.write_text("image,x1,y1,x2,y2,class,score\na.jpg,10,20,30,60,cat,0.5\n")
    return path


def test_coco_needs_no_evidence_and_others_say_theirs(truth: Path, table: Path) -> None:
    source, chosen, evidence = chosen_format(truth, "truth", None)
    assert (source, chosen.name, evidence) == (truth, "coco", "")
    source, chosen, evidence = chosen_format(table, "predictions", None)
    assert (source, chosen.name) == (table, "table")
    assert evidence
    assert read_predictions_path(table, ReadOptions()).source.evidence == evidence


def test_a_named_format_is_not_looked_for(tmp_path: Path) -> None:
    absent = tmp_path / "none"
    assert chosen_format(absent, "truth", "yolo")[1].name == "yolo"
    with pytest.raises(ArgumentError, match="unheard"):
        chosen_format(absent, "truth", "unheard")


def test_boxes_are_read_as_said(truth: Path, found: Path) -> None:
    corners = ReadOptions(box_format="xyxy")
    assert read_truth_path(truth, ReadOptions()).boxes.tolist() == [[10, 20, 30, 60]]
    for records in (read_truth_path(truth, corners), read_predictions_path(found, corners)):
        assert records.boxes.tolist() == [[10, 20, 20, 40]]
        assert records.source.boxes == "xyxy"


def test_names_are_joined_to_the_truth_where_it_is_known(truth: Path, table: Path) -> None:
    alone = read_predictions_path(table, ReadOptions())
    assert (alone.image[0], alone.category[0]) == ("a.jpg", "cat")
    joined = read_predictions_path(table, ReadOptions(truth=read_truth_path(truth, ReadOptions())))
    assert (joined.image[0], joined.category[0]) == (1, 3)


def test_a_split_of_what_has_none_is_refused(truth: Path) -> None:
    assert len(read_truth_path(truth, ReadOptions(split="all"))) == 1
    with pytest.raises(InputError, match=r'E-416 .*there are no splits, so no "val"'):
        read_truth_path(truth, ReadOptions(split="val"))


def _heeding_formats(name: str) -> set[str]:
    return {form.name for form in registry.all_formats().values() if name in form.heeds}


def test_formats_heed_what_their_readers_look_at_and_no_reader_looks_at_more():
    """By the text of their modules: an option that none of them names cannot change what is read."""
    for name in ("columns", "pixel_origin", "task"):
        named = {
            form.name
            for form in registry.all_formats().values()
            for module in _folder_of(form).glob("*.py")
            if f"options.{name}" in module.read_text(encoding="utf-8")
        }
        assert named == _heeding_formats(name)
    deaf = set(registry.all_formats()) - _heeding_formats("classes")
    assert {"coco", "nuscenes"} <= deaf
    for form in deaf:
        for module in _folder_of(registry.all_formats()[form]).glob("*.py"):
            assert "options.classes" not in module.read_text(encoding="utf-8")


def _folder_of(form: Format) -> Path:
    return Path(inspect.getfile(form.recognise)).parent


LABELS = Source("labels", "yolo", "YOLO labels")
RESULTS = Source("found.json", "coco", "COCO results")


@pytest.mark.parametrize(
    ("said", "flag"),
    [
        ({"classes": ("a",)}, "classes="),
        ({"columns": {"label": "kind"}}, "columns="),
        ({"pixel_origin": 1}, "pixel_origin="),
        ({"task": "pose"}, "task="),
    ],
)
def test_what_no_file_heeds_is_refused_by_name(said, flag):
    with pytest.raises(ArgumentError, match=f"{flag} has no meaning for COCO results"):
        refuse_unheeded([RESULTS], said, RESULTS, said)


def test_one_side_that_heeds_it_is_enough_where_both_are_told_the_same():
    names = {"classes": ("a",)}
    refuse_unheeded([RESULTS], names, LABELS, names)
    refuse_unheeded([RESULTS, LABELS], names, RESULTS, names)
    with pytest.raises(ArgumentError):
        refuse_unheeded([LABELS], {}, RESULTS, {"pixel_origin": 0})
    refuse_unheeded([RESULTS], {"box_format": "xyxy"}, RESULTS, {"box_format": "xyxy"})
    refuse_unheeded([Source("made", "unknown", "of a caller")], names)


ROTATED_LABELS = Source("labelTxt", "dota", "DOTA labels")


@pytest.mark.parametrize(
    ("geometry", "said", "what"),
    [
        ("masks", "xyxy", "masks"),
        ("boundary", "xyxy", "masks"),
        ("keypoints", "cxcywh", "keypoints"),
        ("rotated", "cxcywh", "rotated boxes"),
    ],
)
def test_a_layout_of_four_numbers_says_nothing_of_other_shapes(geometry, said, what):
    layout = {"box_format": said}
    with pytest.raises(ArgumentError, match=f"'{said}' has no meaning for the {what} of COCO results"):
        refuse_unheeded([RESULTS], layout, RESULTS, {}, geometry)
    refuse_unheeded([RESULTS], layout, RESULTS, {}, "boxes")


def test_the_boxes_of_true_keypoints_have_a_layout():
    layout = {"box_format": "cxcywh"}
    refuse_unheeded([RESULTS], {}, RESULTS, layout, "keypoints")
    with pytest.raises(ArgumentError, match="masks of COCO results"):
        refuse_unheeded([RESULTS], {}, RESULTS, layout, "masks")


def test_angles_are_said_of_files_that_have_some():
    refuse_unheeded([RESULTS], {"box_format": "degrees"}, RESULTS, {}, "rotated")
    with pytest.raises(ArgumentError, match="box_format= has no meaning for DOTA labels"):
        refuse_unheeded([ROTATED_LABELS], {"box_format": "degrees"}, ROTATED_LABELS, {}, "rotated")


class OfBytes:
    """A path of a library that gives bytes."""

    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return os.fsencode(self.path)


@pytest.mark.parametrize("call", [tb.read_truth, tb.read_predictions, lambda given: tb.evaluate(given, [])])
def test_bytes_and_paths_of_bytes_are_refused_with_what_makes_text_of_them(tmp_path, call):
    path = tmp_path / "truth.json"
    path.write_text("[]")
    with pytest.raises(ArgumentError, match=r"is bytes\. Fix: of a path pass os\.fsdecode\("):
        call(os.fsencode(path))
    with pytest.raises(ArgumentError, match=r"is a path of bytes; expected one of text, as os\.fsdecode\("):
        call(OfBytes(path))


def test_a_folder_of_pictures_may_be_bytes(tmp_path):
    for given in (str(tmp_path), os.fsencode(tmp_path), OfBytes(tmp_path)):
        assert options_said(images=given).images == tmp_path


def test_why_pictures_are_not_used() -> None:
    image = {"id": 1, "width": 9, "height": 9}
    truth = {"images": [image], "annotations": [], "categories": []}
    every = "the truth says the size of every image"
    assert unused_pictures(tb.read_truth(truth), "pictures") == every
    assert unused_pictures(tb.read_truth(truth), None) is None
    truth["images"] = [{"id": 1, "file_name": "a.png"}]
    assert unused_pictures(tb.read_truth(truth), "pictures") == "not every image has its picture there"
    arrays = tb.read_truth([{"boxes": [], "labels": []}])
    assert unused_pictures(arrays, "pictures") is None
