"""Pascal VOC annotations as a truth."""

from __future__ import annotations

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from label_samples import folder_of, png, voc_annotation, voc_object

from truebox.datasets import read_truth
from truebox.datasets.formats.voc.stated_origin import ORIGIN_ELEMENT
from truebox.errors import ArgumentError, InputError


def read(root, *objects, annotation=None, **options):
    folder_of(root, {"Annotations/a.xml": annotation or voc_annotation(*objects)})
    return read_truth(root, **options)


def test_coordinates_count_from_1_to_the_last_pixel(tmp_path):
    # VOC2012 devkit documentation, section 4: the first and last column and row, from 1.
    truth = read(tmp_path, voc_object(box="11 21 30 60"))
    assert truth.boxes.tolist() == [[10, 20, 20, 40]]
    assert truth.area.tolist() == [800]
    assert truth.images.sizes.tolist() == [[100, 80]]
    assert list(truth.images.file_names) == ["a.jpg"]
    assert truth.images.ids.tolist() == ["a"]
    assert truth.source.description == "Pascal VOC XML (first pixel 1)"
    assert truth.findings == ()


def test_a_coordinate_of_0_means_all_begin_at_0_and_is_said(tmp_path):
    truth = read(tmp_path, voc_object(box="11 21 30 60"), voc_object(box="5 0 9 9"))
    assert truth.boxes.tolist() == [[11, 21, 19, 39], [5, 0, 4, 9]]
    (finding,) = truth.findings
    assert finding.code == "W-400"
    assert "Annotations/a.xml object 2 has ymin 0" in finding.message
    assert "--pixel-origin 1" in finding.message


@pytest.mark.parametrize(("origin", "box"), [(0, [0, 21, 30, 39]), (1, [-1, 20, 31, 40])])
def test_a_person_decides_the_origin(tmp_path, origin, box):
    truth = read(tmp_path, voc_object(box="0 21 30 60"), pixel_origin=origin)
    assert truth.boxes.tolist() == [box]
    assert truth.findings == ()


def test_difficult_is_ignored_and_flags_are_attributes(tmp_path):
    truth = read(
        tmp_path,
        voc_object(extra="<difficult>1</difficult><truncated>1</truncated><occluded>0</occluded>"),
        voc_object(extra="<truncated>0</truncated>"),
    )
    assert truth.ignore.tolist() == [1, 0]
    assert truth.attributes["difficult"].tolist() == [True, False]
    assert truth.attributes["truncated"].tolist() == [True, False]
    assert truth.attributes["occluded"].tolist() == [False, None]


def test_a_single_file_is_a_truth_of_one_image(tmp_path):
    read(tmp_path, voc_object())
    assert len(read_truth(tmp_path / "Annotations" / "a.xml").images) == 1


def test_boxes_without_sense_are_refused_by_object(tmp_path):
    objects = voc_object(), voc_object(box="30 21 11 60")
    with pytest.raises(InputError, match=r"E-122 Annotations/a.xml object 2 bndbox: .*negative size"):
        read(tmp_path, *objects)
    assert len(read(tmp_path, *objects, lenient=True)) == 1
    with pytest.raises(InputError, match=r"E-121 Annotations/a.xml object 1 bndbox"):
        read(tmp_path, voc_object(box="1 1 1e300 9"))


def test_names_given_fix_the_order_of_classes(tmp_path):
    truth = read(tmp_path, voc_object("dog"), classes=["cat", "dog"])
    assert (truth.categories.names, truth.category.tolist()) == (("cat", "dog"), [2])
    with pytest.raises(InputError, match=r"E-402 Annotations/a.xml object 1: its class \"dog\""):
        read(tmp_path, voc_object("dog"), classes=["cat"])


def test_missing_sizes_come_from_the_pictures(tmp_path):
    pictures = folder_of(tmp_path / "pictures", {"x/a.png": png(640, 480)})
    bare = voc_annotation(voc_object(box=".25 .5 .75 1"), width="", height="0")
    truth = read(tmp_path / "voc", annotation=bare, images=pictures, box_format="rel_xyxy")
    assert truth.images.sizes.tolist() == [[640, 480]]
    assert truth.boxes.tolist() == [[160, 240, 320, 240]]
    with pytest.raises(InputError, match=r"E-155 .*images="):
        read(tmp_path / "voc", annotation=bare, box_format="rel_xyxy")


def test_a_broken_picture_tells_no_size_and_is_refused(tmp_path):
    pictures = folder_of(tmp_path / "pictures", {"x/a.png": png(640, 480)[:20]})
    bare = voc_annotation(voc_object(), width="", height="0")
    with pytest.raises(InputError, match=r"E-412 .*a\.png"):
        read(tmp_path / "voc", annotation=bare, images=pictures)
    truth = read(tmp_path / "voc", annotation=bare, images=pictures, lenient=True)
    assert [finding.code for finding in truth.findings] == ["W-150"]


def test_another_reading_of_the_corners(tmp_path):
    assert read(tmp_path, voc_object(box="11 21 30 60"), box_format="xywh").boxes.tolist() == [
        [11, 21, 30, 60]
    ]
    with pytest.raises(ArgumentError, match=r"box_format: 'corners' is unknown"):
        read(tmp_path, voc_object(), box_format="corners")


def test_a_foreign_file_in_the_folder_is_refused_by_name(tmp_path):
    folder_of(tmp_path, {"Annotations/b.xml": "<annotations><image/></annotations>"})
    with pytest.raises(InputError, match=r"E-407 Annotations/b.xml: the file holds <annotations>"):
        read(tmp_path, voc_object())


@needs_fixtures
@pytest.mark.parametrize("folder", ["pascalvoc_format", "imagenet_format"])
def test_the_voc_fixture_is_the_truth_of_its_coco_file(folder):
    base = fixture("padilla_review/data/database/gts")
    truth = read_truth(base / folder, pixel_origin=0)  # its COCO file has x = xmin and width = xmax - xmin
    coco = read_truth(base / "coco_format_v1/instances_default.json")
    assert _rows(truth) == _rows(coco)
    assert len(truth) == 273
    assert len(truth.images) == 100
    ones = read_truth(base / folder)
    assert np.array_equal(ones.boxes, np.add(truth.boxes, [-1, -1, 1, 1]))


def _rows(truth):
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    files = [name.rpartition("/")[2].partition(".")[0] for name in truth.images.file_names]
    images = dict(zip(truth.images.ids.tolist(), files, strict=True))
    rows = zip(truth.image.tolist(), truth.category.tolist(), truth.boxes.tolist(), strict=True)
    return sorted((images[image], names[category], box) for image, category, box in rows)


def test_few_coordinates_of_0_beside_many_of_1_do_not_move_boxes(tmp_path):
    at_one = [voc_object(box=f"1 {21 + row} 30 60") for row in range(5)]
    truth = read(tmp_path, voc_object(box="0 21 30 60"), *at_one)
    assert truth.boxes[1].tolist() == [0, 20, 30, 40]
    (finding,) = truth.findings
    assert finding.code == "W-400"
    assert "begin at 1, although" in finding.message
    assert "1 object begins at 0 and 5 at 1: likely" in finding.message
    assert "--pixel-origin 0" in finding.message


def test_what_a_file_states_counts_more_than_what_others_look_like(tmp_path):
    stated = "<filename>b.jpg</filename>" + ORIGIN_ELEMENT
    own = voc_annotation(voc_object(box="0 21 30 60")).replace("<filename>a.jpg</filename>", stated)
    assert "first pixel 1" in own
    folder_of(tmp_path, {"Annotations/b.xml": own})
    truth = read(tmp_path, voc_object(box="0 21 30 60"))
    assert truth.boxes.tolist() == [[0, 21, 30, 39], [-1, 20, 31, 40]]


def test_a_file_that_states_0_keeps_it_where_the_others_are_taken_to_begin_at_1(tmp_path):
    stated = "<filename>b.jpg</filename>" + ORIGIN_ELEMENT.replace("first pixel 1", "first pixel 0")
    own = voc_annotation(voc_object(box="0 21 30 60")).replace("<filename>a.jpg</filename>", stated)
    assert "first pixel 0" in own
    folder_of(tmp_path, {"Annotations/b.xml": own})
    at_one = [voc_object(box=f"1 {21 + row} 30 60") for row in range(5)]
    truth = read(tmp_path, voc_object(box="0 21 30 60"), *at_one)
    assert truth.boxes[0].tolist() == [-1, 20, 31, 40]
    assert truth.boxes[-1].tolist() == [0, 21, 30, 39]


def test_lenient_keeps_the_classes_of_the_names_given(tmp_path):
    truth = read(
        tmp_path,
        voc_object("dog"),
        voc_object("cat"),
        voc_object("cow"),
        classes=["cat", "cow"],
        lenient=True,
    )
    assert truth.category.tolist() == [1, 2]
    assert [finding.code for finding in truth.findings] == ["W-150"]


@pytest.mark.parametrize(("second", "expected"), [("0", [True, False]), (None, [True, None])])
def test_a_flag_is_true_or_false_and_unknown_where_an_object_does_not_say(tmp_path, second, expected):
    def flagged(value):
        said = "" if value is None else f"<truncated>{value}</truncated>"
        return voc_object("cat").replace("<bndbox>", f"{said}<bndbox>", 1)

    truth = read(tmp_path, flagged("1"), flagged(second))
    assert truth.attributes["truncated"].tolist() == expected
    assert truth.attributes["truncated"].dtype == (object if second is None else bool)
