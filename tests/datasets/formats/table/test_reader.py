"""Columns of any table, as objects."""

from __future__ import annotations

import pytest
from format_rounds import refused
from small_scene import ap_of

import truebox as tb
from truebox._writing.spoken import on_command_line
from truebox.errors import InputError


def written(tmp_path, text, name="boxes.csv"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("header", "box"),
    [
        ("x1,y1,x2,y2", [10, 20, 20, 40]),
        ("x_min,y_min,x_max,y_max", [10, 20, 20, 40]),
        ("left,top,right,bottom", [10, 20, 20, 40]),
        ("x,y,w,h", [10, 20, 30, 60]),
        ("bbox_x,bbox_y,bbox_width,bbox_height", [10, 20, 30, 60]),
        ("cx,cy,w,h", [-5, -10, 30, 60]),
        ("X Center,Y Center,Width,Height", [-5, -10, 30, 60]),
    ],
)
def test_names_of_columns_say_what_four_numbers_mean(tmp_path, header, box):
    path = written(tmp_path, f"file_name,category,{header}\na.jpg,cat,10,20,30,60\n")
    truth = tb.read_truth(path)
    assert (truth.source.format, truth.boxes.tolist()) == ("table", [box])
    assert (truth.image.tolist(), truth.categories.names) == (["a"], ("cat",))


def test_named_columns_go_before_known_ones(tmp_path):
    path = written(
        tmp_path, "picture\tkind\twest\tnorth\teast\tsouth\tx\ty\tw\th\na\tcat\t1\t2\t4\t6\t0\t0\t0\t0\n"
    )
    roles = {"image": "picture", "label": "kind", "x1": "west", "y1": "north", "x2": "east", "y2": "south"}
    assert tb.read_truth(path, columns=roles, format="table").boxes.tolist() == [[1, 2, 3, 4]]
    with pytest.raises(tb.errors.ArgumentError, match="'where' is no role"):
        tb.read_truth(path, columns={"where": "picture"}, format="table")
    refused("E-420", tb.read_truth, path, columns={"image": "photo"}, format="table")


def test_one_column_of_four_numbers_says_nothing(tmp_path):
    path = written(tmp_path, 'image,label,bbox\na,cat,"[10, 20, 30, 60]"\nb,cat,10 20 30 60\n')
    assert "box_format='xyxy'" in refused("E-423", tb.read_truth, path)
    assert tb.read_truth(path, box_format="xyxy").boxes.tolist() == [[10, 20, 20, 40]] * 2


def test_fractions_are_not_taken_for_pixels(tmp_path):
    path = written(
        tmp_path, "image,label,x1,y1,x2,y2,image_width,image_height\na,cat,0.25,0.5,0.75,1,100,50\n"
    )
    assert "rel_xyxy" in refused("E-423", tb.read_truth, path)
    truth = tb.read_truth(path, box_format="rel_xyxy")
    assert (truth.units, truth.boxes.tolist()) == ("pixels", [[25, 25, 50, 25]])


def test_flags_areas_and_tracks(tmp_path):
    path = written(
        tmp_path,
        "image,label,x,y,w,h,iscrowd,difficult,area,track_id\na,7,1,2,3,4,1,0,5.5,9\na,7,1,2,3,4,,1,,\n",
    )
    truth = tb.read_truth(path)
    assert (truth.crowd.tolist(), truth.ignore.tolist(), truth.area.tolist()) == ([1, 0], [0, 1], [5.5, 12])
    assert (truth.attributes["track"].tolist(), truth.category.tolist()) == ([9, -1], [7, 7])


@pytest.mark.parametrize(
    ("cells", "flags"),
    [
        ("True False", [1, 0]),  # as pandas writes them
        ("t f", [1, 0]),  # as PostgreSQL does
        ("yes no", [1, 0]),
        ("1.0 0.0", [1, 0]),
        ("2 -1", [1, 0]),
        ("true ", [1, 0]),
    ],
)
def test_flags_in_words(tmp_path, cells, flags):
    first, second = cells.split(" ")
    text = (
        f"image,label,x,y,w,h,iscrowd,difficult\na,7,1,2,3,4,{first},{second}\na,7,1,2,3,4,{second},{first}\n"
    )
    truth = tb.read_truth(written(tmp_path, text))
    assert (truth.crowd.tolist(), truth.ignore.tolist()) == (flags, flags[::-1])


def test_a_flag_that_is_none_is_refused(tmp_path):
    path = written(tmp_path, "image,label,x,y,w,h,iscrowd\na,7,1,2,3,4,0\na,7,1,2,3,4,many\n")
    assert 'line 3 column iscrowd: "many" is no flag' in refused("E-422", tb.read_truth, path)


def test_one_based_corners(tmp_path):
    path = written(tmp_path, "image,label,x1,y1,x2,y2\na,cat,1,1,10,20\n")
    assert tb.read_truth(path, pixel_origin=1).boxes.tolist() == [[0, 0, 10, 20]]
    said = [tb.read_truth(path, pixel_origin=origin).source.description for origin in (None, 0, 1)]
    assert said[:2] == [said[0]] * 2
    assert said[2] == f"{said[0]} (first pixel 1)"  # what moves boxes is said above the result


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("image,label,x,y,w,h\na,cat,1,2,3\n", "E-421"),
        ('image,label,x,y,w,h\na,cat,"1,5",2,3,4\n', "E-422"),
        ("image,label,x,y,w,h\na,cat,1,2,-3,4\n", "E-122"),
        ("image,label,bbox\na,cat,1 2 3\n", "E-120"),
        ("image,label,bbox\na,cat,1 2 3 NaN\n", "E-120"),
        ("image,image,x,y,w,h\n", "E-420"),
        ("", "E-103"),
    ],
)
def test_malformed_tables_are_refused(tmp_path, text, code):
    assert "boxes.csv" in refused(code, tb.read_truth, written(tmp_path, text), format="table")


def test_detections_need_scores(tmp_path):
    path = written(tmp_path, "image,label,x,y,w,h,score\na,cat,1,2,3,4,\n")
    refused("E-123", tb.read_predictions, path)
    path = written(tmp_path, "image,label,x,y,w,h\na,cat,1,2,3,4\n")
    refused("E-420", tb.read_predictions, path, format="table")


def test_rows_of_an_image_alone_are_images_without_objects(tmp_path):
    path = tmp_path / "truth.csv"
    path.write_text("image,x1,y1,x2,y2,class\na.jpg,1,2,3,4,7\nb.jpg,,,,,\n")
    truth = tb.read_truth(path)
    assert list(truth.images.file_names) == ["a.jpg", "b.jpg"]
    assert (len(truth), truth.categories.names, truth.category.tolist()) == (1, ("7",), [7])


def test_an_empty_class_is_never_a_class(tmp_path):
    path = tmp_path / "truth.csv"
    path.write_text("image,x1,y1,x2,y2,class\na.jpg,1,2,3,4,cat\nb.jpg,1,2,3,4,\n")
    with pytest.raises(InputError, match=r"E-424 .*line 3: the row names no class"):
        tb.read_truth(path)
    assert tb.read_truth(path, lenient=True).categories.names == ("cat",)


_NUMBERED = {"image": "1", "x1": "2", "y1": "3", "x2": "4", "y2": "5", "label": "6"}


@pytest.mark.parametrize("columns", [None, _NUMBERED])
@pytest.mark.parametrize("first", ["", "b.jpg,,,,,\n"])
def test_lines_without_a_header_as_keras_retinanet_has_them(tmp_path, columns, first):
    path = tmp_path / "truth.csv"
    path.write_text(first + "a.jpg,1,2,30,40,cat\n")
    truth = tb.read_truth(path, columns=columns)
    assert (truth.boxes.tolist(), truth.categories.names) == ([[1, 2, 29, 38]], ("cat",))
    assert len(truth.images) == 1 + bool(first)


def test_numbers_of_columns_where_a_header_says_nothing(tmp_path):
    path = tmp_path / "truth.csv"
    path.write_text("p,q,r,s,t,u\na.jpg,1,2,30,40,cat\n")
    truth = tb.read_truth(path, format="table", columns=_NUMBERED)
    assert truth.boxes.tolist() == [[1, 2, 29, 38]]


def test_other_lines_without_a_header_ask_for_the_columns(tmp_path):
    path = tmp_path / "truth.csv"
    path.write_text("a.jpg,cat,1,2,30,40,5\n")
    with pytest.raises(InputError, match=r'E-420 .*"1", "2"'):
        tb.read_truth(path)
    given = {"image": "1", "label": "2", "x1": "3", "y1": "4", "x2": "5", "y2": "6"}
    assert tb.read_truth(path, columns=given).boxes.tolist() == [[1, 2, 29, 38]]


def test_wheat_heads_are_one_class(tmp_path):
    # Kaggle, Global Wheat Detection: train.csv and sample_submission.csv, by the competition's data page.
    (tmp_path / "train.csv").write_text(
        'image_id,width,height,bbox,source\na,1024,1024,"[834.0, 222.0, 56.0, 36.0]",usask_1\n'
    )
    (tmp_path / "submission.csv").write_text("image_id,PredictionString\na,0.9 834 222 56 36\nz,\n")
    truth = tb.read_truth(tmp_path / "train.csv")
    assert (truth.boxes.tolist(), truth.images.sizes.tolist()) == ([[834, 222, 56, 36]], [[1024, 1024]])
    found = tb.read_predictions(tmp_path / "submission.csv", truth=truth)
    assert (found.boxes.tolist(), found.scores.tolist()) == ([[834, 222, 56, 36]], [0.9])
    assert [finding.code for finding in truth.findings] == ["W-421", "W-422"]
    assert (truth.categories.names, found.category.tolist()) == (("object",), [1])


@pytest.mark.parametrize("line", ["a.jpg,1,2,30,40,cat,0.9", "a.jpg,1,2,30,40,0.9,cat"])
def test_detections_without_a_header_have_their_score_on_either_side_of_the_class(tmp_path, line):
    path = written(tmp_path, f"{line}\n")
    found = tb.read_predictions(path)
    assert (found.boxes.tolist(), found.scores.tolist()) == ([[1, 2, 29, 38]], [0.9])
    assert found.category.tolist() == ["cat"]


def test_class_numbers_are_no_scores(tmp_path):
    path = written(tmp_path, "a.jpg,1,2,30,40,0,0.9\na.jpg,1,2,30,40,1,0.8\n")
    assert tb.read_predictions(path).category.tolist() == [0, 1]
    # Both columns could be either: then a person says which is which.
    path = written(tmp_path, "a.jpg,1,2,30,40,0,1\n", "b.csv")
    refused("E-420", tb.read_predictions, path)


@pytest.mark.parametrize("text", ["image,x1,y1,x2,y2\na,1,2,3,4\nb,,,,\n", "a.jpg,1,2,3,4\nb.jpg,,,,\n"])
def test_a_table_without_classes_has_one(tmp_path, text):
    truth = tb.read_truth(written(tmp_path, text))
    assert (truth.categories.names, len(truth), len(truth.images)) == (("object",), 1, 2)
    assert [finding.code for finding in truth.findings] == ["W-422"]


def test_cells_of_classes_that_are_all_empty_are_one_class(tmp_path):
    truth = tb.read_truth(written(tmp_path, "image,x1,y1,x2,y2,label\na,1,2,3,4,\nb,,,,,\n"))
    assert (truth.categories.names, len(truth.images)) == (("object",), 2)
    assert "has no class in any row of the column" in truth.findings[0].message


def test_the_one_class_of_a_side_joins_the_only_one_of_the_other(tmp_path):
    truth = tb.read_truth(written(tmp_path, "image,label,x1,y1,x2,y2\na,wheat,1,2,3,4\n"))
    bare = written(tmp_path, "image,score,x1,y1,x2,y2\na,0.9,1,2,3,4\n", "found.csv")
    found = tb.read_predictions(bare, truth=truth)
    assert found.category.tolist() == [1]
    more = tb.read_truth(written(tmp_path, "image,label,x1,y1,x2,y2\na,oat,1,2,3,4\na,rye,1,2,3,4\n"))
    assert "single_class=True" in refused("E-131", tb.read_predictions, bare, truth=more)
    # The advice works at the first try.
    one = tb.read_truth(tmp_path / "boxes.csv", single_class=True)
    assert ap_of(one, tb.read_predictions(bare, truth=one, single_class=True)) > 0


def test_the_columns_that_are_asked_for_can_be_copied_from_the_message(tmp_path):
    truth = written(tmp_path, "pic,kind,west,north,east,south\na.jpg,cat,1,2,30,40\n")
    found = written(tmp_path, "pic,kind,p,west,north,east,south\na.jpg,cat,.9,1,2,30,40\n", "found.csv")
    with on_command_line():
        message = refused("E-420", tb.read_truth, truth)
    wanted = "image=pic,label=kind,x1=west,y1=north,x2=east,y2=south"
    assert f"--columns {wanted}." in message
    columns = dict(pair.split("=") for pair in wanted.split(","))
    with on_command_line():
        message = refused("E-420", tb.read_predictions, found, columns=columns)
    assert f"--columns {wanted},score=p." in message
    # One option for both sides: a score is no column of the truth.
    columns["score"] = "p"
    read = tb.read_truth(truth, columns=columns)
    assert ap_of(read, tb.read_predictions(found, columns=columns, truth=read)) == pytest.approx(1)


def test_columns_given_for_the_other_side_are_said(tmp_path):
    path = written(tmp_path, "image,label,x1,y1,x2,y2\na.jpg,cat,1,2,30,40\n")
    truth = tb.read_truth(path, columns={"label": "kind", "score": "p"})
    (finding,) = truth.findings
    assert finding.code == "W-423"
    assert 'has no column "kind"' in finding.message
    refused(
        "E-420", tb.read_truth, written(tmp_path, "image,a,x1,y1,x2\na,b,1,2,3\n"), columns={"label": "kind"}
    )


def test_classes_that_are_whole_numbers_are_classes(tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow")
    boxes = {"x": [0.0, 5], "y": [0.0, 5], "width": [9.0, 9], "height": [9.0, 9]}
    for kind in ("int16", "int64"):
        labels = pyarrow.array([7, 3], type=kind)
        parquet.write_table(
            pyarrow.table({"image_id": [1, 2], "category_id": labels, **boxes}), tmp_path / "a.parquet"
        )
        truth = tb.read_truth(tmp_path / "a.parquet")
        assert [truth.category[row] for row in range(2)] == [7, 3]
        assert not truth.findings


def test_decimal_commas_between_semicolons_are_read_and_said(tmp_path):
    text = "image;label;x1;y1;x2;y2\na.jpg;cat;10,5;20;30,25;60\n"
    truth = tb.read_truth(written(tmp_path, text))
    assert truth.boxes.tolist() == [[10.5, 20, 19.75, 40]]
    assert [finding.code for finding in truth.findings] == ["W-420"]
    path = written(tmp_path, text.replace("image;label", "Bild;Klasse"), "german.csv")
    assert "columns={'image': 'Bild', 'label': 'Klasse', 'x1': 'x1'" in refused("E-420", tb.read_truth, path)


@pytest.mark.parametrize("name", ["", '"a,b"'])
def test_a_column_without_a_proper_name_is_refused_in_words(tmp_path, name):
    (tmp_path / "a.csv").write_text(f"image,label,x,y,width,{name}\na.jpg,cat,1,2,3,4\nb.jpg,cat,5,6,7,8\n")
    with pytest.raises(tb.errors.InputError) as caught:
        tb.read_truth(tmp_path / "a.csv", format="table")
    assert str(caught.value).startswith("E-420")
    assert "columns={'image': 'file'" in str(caught.value)
