"""Text files of class and four numbers, with the files of the two evaluators they come from."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from format_rounds import check_round, refused
from small_scene import ap_of, scene

import truebox as tb
from truebox._writing.spoken import on_command_line
from truebox.datasets.place import Place
from truebox.datasets.registry import all_formats
from truebox.errors import InputError

VOC = "padilla_review/data/database"


@needs_fixtures
@pytest.mark.parametrize(
    ("folder", "how"),
    [("abs_xywh", {}), ("abs_xyx2y2", {"box_format": "xyxy"}), ("rel_xywh", {"format": "text-boxes"})],
)
def test_the_detections_of_voc_have_the_published_ap(folder, how):
    names = fixture(f"{VOC}/voc.names").read_text().split()
    truth = tb.read_truth(fixture("padilla_review/normalized/coco_gt.json"))
    found = tb.read_predictions(fixture(f"{VOC}/dets/{folder}"), classes=names, truth=truth, **how)
    assert (found.source.format, len(found)) == ("text-boxes", 452)
    # expected/padilla_database_voc100.json: pycocotools 2.0.11 on the same boxes; fractions have 6 digits.
    expected = json.loads(fixture("expected/padilla_database_voc100.json").read_text())["raw"]["bbox"][
        "stats"
    ]["AP"]
    assert ap_of(truth, found) == pytest.approx(expected, abs=1e-12 if folder != "rel_xywh" else 1e-3)


@needs_fixtures
def test_the_classic_sample_in_both_flavours():
    absolute = tb.read_truth(fixture("padilla_odm/groundtruths"))
    fractions = tb.read_truth(fixture("padilla_odm/groundtruths_rel"))
    # Its README: 7 images of 200 x 200, 15 truths, 24 detections.
    assert (len(absolute), len(absolute.images), absolute.units) == (15, 7, "pixels")
    assert fractions.units == "fractions"
    assert np.abs(fractions.boxes * 200 - absolute.boxes).max() < 1e-9
    assert len(tb.read_predictions(fixture("padilla_odm/detections"))) == 24


def test_what_the_numbers_leave_open_is_refused_with_both_flags(tmp_path):
    (tmp_path / "a.txt").write_text("cat 10 20 30 60\n")
    message = refused("E-423", tb.read_truth, tmp_path)
    assert "box_format='xywh' or box_format='xyxy'" in message
    assert tb.read_truth(tmp_path, box_format="xyxy").boxes.tolist() == [[10, 20, 20, 40]]


def test_the_sizes_of_the_truth_are_evidence_too(tmp_path):
    (tmp_path / "a.txt").write_text("cat 0.5 60 20 90 60\n")
    image = {"boxes": [[60, 20, 90, 60]], "labels": ["cat"], "file_name": "a.jpg", "width": 100, "height": 80}
    found = tb.read_predictions(tmp_path, truth=tb.read_truth([image]))
    # As xywh the box would end at 150 in an image 100 wide.
    assert found.boxes.tolist() == [[60, 20, 30, 40]]
    assert [finding.code for finding in found.findings if finding.code == "W-421"] == ["W-421"]


def test_empty_files_are_images_without_objects(tmp_path):
    (tmp_path / "a.txt").write_text("cat 10 20 5 5\n")
    (tmp_path / "b.txt").write_text("")
    assert tb.read_truth(tmp_path).images.ids.tolist() == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "strength"),
    [
        ("cat 0.9 10 20 5 5\n", 3),
        ("0 0.5 0.5 0.5 0.2 0.2\n", 2),  # YOLO too: centre 0.5, 0.5, size 0.5 x 0.2, confidence 0.2
        ("0 0.4 0.5 0.2 0.2 0.9\n", None),  # as text boxes the last would be a height of 0.9 around 0.2
        ("0 0.9 0.9 0.95 0.05 0.05\n", 3),  # as YOLO the width 0.95 around 0.9 leaves the image
    ],
)
def test_six_words_are_told_from_yolo_where_they_can_be(tmp_path, text, strength):
    (tmp_path / "a.txt").write_text(text)
    found = all_formats()["text-boxes"].recognise(Place(tmp_path), "predictions")
    assert (found and found.strength) == strength


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cat 10 20 5", "E-421"),
        ("cat 10 20 5 5,5", "E-422"),
        ("cat 10 20 5 nan", "E-422"),
        ("cat 10 20 5 1e300", "E-121"),
        ("traffic light 10 20 5 5", "E-421"),
    ],
)
def test_malformed_lines_are_refused_with_file_and_line(tmp_path, text, code):
    (tmp_path / "a.txt").write_text(f"cat 10 20 5 5\n{text}\n")
    assert "a.txt line 2" in refused(code, tb.read_truth, tmp_path, format="text-boxes")


def test_class_numbers_need_names_for_all(tmp_path):
    (tmp_path / "a.txt").write_text("1 10 20 5 5\n")
    assert tb.read_truth(tmp_path).category.tolist() == [1]
    assert tb.read_truth(tmp_path, classes=["cat", "dog"]).categories.names == ("cat", "dog")
    refused("E-429", tb.read_truth, tmp_path, classes=["cat"])


def test_written_files_come_back(tmp_path):
    check_round("text-boxes", tmp_path, "boxes")


def test_a_broken_link_does_not_hide_the_others(tmp_path):
    (tmp_path / "a.txt").symlink_to(tmp_path / "gone.txt")
    (tmp_path / "b.txt").write_text("cat 10 20 5 5\n")
    for form in all_formats().values():
        form.recognise(Place(tmp_path), "truth")
    assert all_formats()["text-boxes"].recognise(Place(tmp_path), "truth").strength == 3


def test_the_layout_of_cartucho_says_what_numbers_are(tmp_path):
    # The README of Cartucho/mAP: <class> <left> <top> <right> <bottom> [<difficult>].
    lines = {
        "ground-truth": "cat 10 20 50 60\ndog 1 2 70 90 difficult",
        "detection-results": "cat 0.9 10 20 50 60",
    }
    for name, text in lines.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text(text)
    truth = tb.read_truth(tmp_path)
    assert (truth.boxes.tolist(), truth.ignore.tolist()) == ([[10, 20, 40, 40], [1, 2, 69, 88]], [0, 1])
    assert any("as Cartucho/mAP has them" in finding.message for finding in truth.findings)
    for path in (tmp_path, tmp_path / "detection-results"):
        assert tb.read_predictions(path, truth=truth).boxes.tolist() == [[10, 20, 40, 40]]


def test_each_side_is_asked_for_with_its_own_option(tmp_path):
    for name, line in (("a", "cat 10 20 50 60"), ("b", "cat 0.9 10 20 50 60")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text(line)
    with pytest.raises(InputError, match=r"E-423 .*box_format=.xywh. or box_format=.xyxy."):
        tb.read_truth(tmp_path / "a")
    with pytest.raises(InputError, match=r"E-423 .* with box_format=.xywh. or box_format=.xyxy."):
        tb.read_predictions(tmp_path / "b")


def written_scene(tmp_path, truth_folder="gts", found_folder="dets", pictures="images"):
    """A scene as corners without a word on it, with the headers of its pictures, and its AP."""
    truth, found = scene(seed=6)
    for folder, records in ((truth_folder, truth), (found_folder, found)):
        (tmp_path / folder).mkdir(parents=True)
        for image in truth.images.ids.tolist():
            lines = []
            for row in [row for row, each in enumerate(records.image.tolist()) if each == image]:
                x, y, width, height = records.boxes[row].tolist()
                score = [] if records is truth else [records.scores[row]]
                lines.append(" ".join(map(str, ["pedestrian", *score, x, y, x + width, y + height])))
            (tmp_path / folder / f"{image}.txt").write_text("\n".join(lines))
    if pictures:
        (tmp_path / pictures).mkdir()
        for image in truth.images.ids.tolist():
            header = b"GIF89a" + (100).to_bytes(2, "little") + (120).to_bytes(2, "little")
            (tmp_path / pictures / f"{image}.gif").write_bytes(header + bytes(3))
    return ap_of(truth, found)


@pytest.mark.parametrize("pictures", ["images", "images-optional", "gts/pictures"])
def test_pictures_that_lie_about_say_which_boxes_would_leave_them(tmp_path, pictures):
    expected = written_scene(tmp_path, pictures=pictures)
    truth = tb.read_truth(tmp_path / "gts")
    assert truth.images.sizes.tolist() == [[100, 120]] * 4
    (said,) = [finding.message for finding in truth.findings if finding.code == "W-421"]
    assert re.search(r"xywh is not possible: \d+ of 12 boxes would leave their picture", said)
    assert ap_of(truth, tb.read_predictions(tmp_path / "dets", truth=truth)) == expected


def test_the_common_folder_is_taken_for_either_side(tmp_path):
    expected = written_scene(tmp_path, "gt", "detections")
    truth = tb.read_truth(tmp_path)
    assert ap_of(truth, tb.read_predictions(tmp_path, truth=truth)) == expected


def test_without_evidence_the_flags_asked_for_are_those_that_help(tmp_path):
    expected = written_scene(tmp_path, pictures="")
    with on_command_line():
        message = refused("E-423", tb.read_truth, tmp_path / "gts")
    assert "say it with --truth-box-format xywh or --truth-box-format xyxy" in message
    assert message.endswith("; --box-format says it of the predictions.")
    truth = tb.read_truth(tmp_path / "gts", box_format="xyxy")
    assert ap_of(truth, tb.read_predictions(tmp_path / "dets", truth=truth, box_format="xyxy")) == expected


def test_a_picture_that_is_none_is_no_evidence(tmp_path):
    written_scene(tmp_path)
    (tmp_path / "images" / "000001.gif").write_bytes(b"<html>")
    refused("E-423", tb.read_truth, tmp_path / "gts")
