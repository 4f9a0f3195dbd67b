"""Files of the VGG Image Annotator, in the forms that version 1 and 2 and its projects have."""

from __future__ import annotations

import csv
import io
import json

import pytest
from format_rounds import refused

import truebox as tb

RECT = {"name": "rect", "x": 10, "y": 20, "width": 30, "height": 40}


def region(attributes, shape=RECT):
    return {"shape_attributes": shape, "region_attributes": attributes}


def picture(name, *regions, numbered=False):
    held = {str(row): each for row, each in enumerate(regions)} if numbered else list(regions)
    return {f"{name}9": {"filename": name, "size": 9, "regions": held, "file_attributes": {}}}


def table(*rows):
    text = io.StringIO()
    writer = csv.writer(text)
    head = (
        "filename,file_size,file_attributes,region_count,region_id,region_shape_attributes,region_attributes"
    )
    writer.writerow(f"#{head}".split(","))
    for row, (name, each) in enumerate(rows):
        shape, attributes = each.get("shape_attributes", {}), each.get("region_attributes", {})
        writer.writerow([name, 9, "{}", 1, row, json.dumps(shape), json.dumps(attributes)])
    return text.getvalue()


def written(tmp_path, document, name="via.json"):
    path = tmp_path / name
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return path


CAT = region({"type": "cat"})
FORMS = [
    picture("a.jpg", CAT) | picture("b.jpg"),
    picture("a.jpg", CAT, numbered=True) | picture("b.jpg"),
    {"_via_settings": {}, "_via_img_metadata": picture("a.jpg", CAT) | picture("b.jpg")},
    table(("a.jpg", CAT), ("b.jpg", {})),
]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_recognised_and_the_same(tmp_path, form):
    truth = tb.read_truth(written(tmp_path, form, "truth.csv" if isinstance(form, str) else "truth.json"))
    assert (truth.source.format, truth.boxes.tolist()) == ("via", [[10, 20, 30, 40]])
    assert (list(truth.images.file_names), truth.categories.names) == (["a.jpg", "b.jpg"], ("cat",))


@pytest.mark.parametrize(
    ("shape", "box"),
    [
        ({"name": "polygon", "all_points_x": [1, 5, 3], "all_points_y": [2, 2, 8]}, [1, 2, 4, 6]),
        ({"name": "circle", "cx": 10, "cy": 20, "r": 5}, [5, 15, 10, 10]),
        ({"name": "ellipse", "cx": 10, "cy": 20, "rx": 4, "ry": 2}, [6, 18, 8, 4]),
        # A quarter of a turn exchanges the radii.
        (
            {"name": "ellipse", "cx": 10, "cy": 20, "rx": 4, "ry": 2, "theta": 1.5707963267948966},
            [8, 16, 4, 8],
        ),
    ],
)
def test_shapes_become_their_extent_and_keep_their_outline(tmp_path, shape, box):
    path = written(tmp_path, picture("a.jpg", region({"type": "cat"}, shape)))
    truth = tb.read_truth(path, geometry="masks")
    assert truth.boxes.tolist()[0] == pytest.approx(box)
    assert truth.segmentations.kinds.tolist() == [3]


def test_points_and_lines_have_no_box(tmp_path):
    point = region({"type": "cat"}, {"name": "point", "cx": 1, "cy": 2})
    truth = tb.read_truth(written(tmp_path, picture("a.jpg", CAT, point)))
    assert (len(truth), truth.findings[0].code) == (1, "W-440")


def test_the_attribute_that_is_the_class(tmp_path):
    two = written(tmp_path, picture("a.jpg", region({"type": "cat", "colour": "red"})))
    assert tb.read_truth(two).categories.names == ("cat",)
    open_ = written(tmp_path, picture("a.jpg", region({"kind": "cat", "colour": "red"})))
    message = refused("E-443", tb.read_truth, open_)
    assert "say it with columns={'label': 'kind'} or columns={'label': 'colour'}" in message
    assert tb.read_truth(open_, columns={"label": "colour"}).categories.names == ("red",)
    refused("E-443", tb.read_truth, open_, columns={"label": "size"})
    ticked = written(tmp_path, picture("a.jpg", region({"kind": {"cat": True, "dog": False}})))
    assert tb.read_truth(ticked).categories.names == ("cat",)
    none = tb.read_truth(written(tmp_path, picture("a.jpg", region({}))))
    assert (none.categories.names, none.findings[0].code) == (("object",), "W-422")


def test_names_given_are_the_order_of_the_classes(tmp_path):
    path = written(tmp_path, picture("a.jpg", CAT, region({"type": "ant"})))
    truth = tb.read_truth(path, classes=["ant", "cat"])
    assert (truth.categories.names, truth.category.tolist()) == (("ant", "cat"), [2, 1])


@pytest.mark.parametrize(
    ("each", "code"),
    [
        (region({"type": "cat"}, {"name": "rect", "x": 1, "y": 2, "width": 3}), "E-441"),
        (region({"type": "cat"}, RECT | {"width": "30"}), "E-440"),
        (region({"type": "cat"}, RECT | {"width": -30}), "E-122"),
        (region({"type": "cat"}, {"name": "cube"}), "E-451"),
        (
            region({"type": "cat"}, {"name": "polygon", "all_points_x": [1, 2, 3], "all_points_y": [1]}),
            "E-451",
        ),
        (region({"type": ""}), "E-424"),
        (region({"type": {"cat": True, "dog": True}}), "E-424"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place_or_left_out(tmp_path, each, code):
    path = written(tmp_path, picture("a.jpg", CAT, each))
    assert "a.jpg9" in refused(code, tb.read_truth, path)
    assert len(tb.read_truth(path, lenient=True)) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("#filename,region_shape_attributes\na.jpg,{}\n", "E-420"),
        ("filename,region_shape_attributes,region_attributes\na.jpg,{},{},\n", "E-421"),
        ("filename,region_shape_attributes,region_attributes\na.jpg,[],{}\n", "E-440"),
    ],
)
def test_tables_that_are_broken_are_refused(tmp_path, text, code):
    assert "via.csv" in refused(code, tb.read_truth, written(tmp_path, text, "via.csv"))
