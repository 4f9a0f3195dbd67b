"""Everything that is odd, gathered."""

from __future__ import annotations

import json

import pytest

import truebox as tb
from truebox.errors import ArgumentError, TrueboxWarning
from truebox.generation import make_dataset, to_coco, to_coco_results


@pytest.fixture
def made(tmp_path):
    truth, found = make_dataset(30, 4, seed=2)
    dataset, results = to_coco(truth), to_coco_results(found)

    def write(change=lambda dataset, results: None):
        change(dataset, results)
        paths = tmp_path / "truth.json", tmp_path / "found.json"
        for path, content in zip(paths, (dataset, results), strict=True):
            path.write_text(json.dumps(content))
        return paths

    return write


def test_one_object_over_time(tmp_path):
    for folder, file in (("truth/Bird", "groundtruth_rect.txt"), ("found", "Bird.txt")):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / file).write_text("1,2,10,10\n2,3,10,10\n")
    truth, found = tmp_path / "truth", tmp_path / "found"
    for protocol in (None, "otb"):
        assert tb.check(truth, found, protocol=protocol).items == ()
    assert list(codes(tb.check(truth))) == ["W-311"]
    (found / "Bird.txt").write_text("1,2,10,10\nx\n")
    report = tb.check(truth, found, protocol="otb")
    assert report.refused
    assert codes(report)["E-596"].message.startswith(str(found / "Bird.txt line 2"))


def codes(report):
    return {item.code: item for item in report.items}


def test_honest_files_are_not_refused(made):
    report = tb.check(*made())
    assert not report.refused
    assert [line.split(": ")[1].split(",")[0] for line in report.read] == ["COCO JSON", "COCO results"]


def test_all_bad_rows_are_counted_and_the_rest_is_tried(made):
    def spoil(dataset, results):
        for row in (1, 4, 9):
            results[row]["bbox"] = [1, 2, 3]
        results[5]["score"] = None
        results[6]["image_id"] = 10**9
        dataset["annotations"][2]["bbox"] = None

    found = codes(tb.check(*made(spoil)))
    counts = {code: item.count for code, item in found.items() if item.refused}
    assert counts["E-120"] in (1, 3)  # one of the truth, three of the predictions
    assert {"E-120", "E-124", "E-130"} <= set(counts)
    assert found["E-124"].consequence == "refuses; --lenient leaves the rows out"


def test_what_is_refused_comes_first(made):
    def spoil(dataset, results):
        results[0]["score"] = "high"
        dataset["annotations"][0]["bbox"] = [0, 0, 0, 9]

    items = tb.check(*made(spoil)).items
    assert [item.refused for item in items] == sorted((item.refused for item in items), reverse=True)


def test_a_file_that_cannot_be_read_is_an_item_and_the_other_is_looked_at(made):
    truth, found = made(lambda dataset, results: results[3].update(bbox=[1]))
    truth.write_text("{")
    report = tb.check(truth, found)
    assert {"E-104", "E-120"} <= set(codes(report))
    assert len(report.read) == 1


def test_boxes_in_another_format_are_found(made):
    def corners(dataset, results):
        for row in results:
            x, y, width, height = row["bbox"]
            row["bbox"] = [x, y, x + width, y + height]

    report = tb.check(*made(corners))
    assert "E-470" in codes(report)
    assert "--box-format xyxy" in codes(report)["E-470"].fix
    truth, found = made()
    mended = tb.check(truth, found, predictions_reading={"box_format": "xyxy"})
    assert "E-470" not in codes(mended)


def test_the_truth_alone(made):
    def spoil(dataset, results):
        dataset["annotations"].append({**dataset["annotations"][0], "id": 10**6})

    truth, _ = made(spoil)
    assert "W-475" in codes(tb.check(truth))


def test_arrays_are_checked_too():
    report = tb.check([{"boxes": [[0, 0, -9, 9]], "labels": ["cat"]}])
    assert codes(report)["E-122"].source == "<truth>"


def test_what_an_evaluation_refuses_is_said_also_where_no_row_is_left_out(made, tmp_path):
    truth, found = made()
    text = truth.read_text().replace('"iscrowd": 0', '"iscrowd": 0, "note": NaN', 1)
    assert text != truth.read_text()
    truth.write_text(text)
    report = tb.check(truth, found)
    item = codes(report)["E-104"]
    assert item.refused
    assert item.count == 1
    assert len(report.read) == 2  # the rest is looked at
    with pytest.raises(tb.errors.InputError, match="E-104"):
        tb.evaluate(truth, found)


def test_masks_of_a_truth_alone_are_looked_at(made):
    def spoil(dataset, results):
        for row in dataset["annotations"]:
            row["segmentation"] = [[1, 1, 9, 1, 9, 9]]
        dataset["annotations"][3]["segmentation"] = [[1, 1, 9, 1, 9, 9, 5]]

    truth, _ = made(spoil)
    assert not tb.check(truth).refused
    item = codes(tb.check(truth, geometry="masks"))["E-167"]
    assert (item.count, item.rows) == (1, (3,))


def test_boxes_that_reach_out_are_of_their_file_and_said_of_boxes_alone(made):
    def reach(dataset, results):
        results[3]["bbox"] = [-50, 0, 60, 9]

    truth, found = made(reach)
    assert codes(tb.check(truth, found))["W-471"].source == str(found)
    masks = [{"image_id": 1, "category_id": 1, "score": 0.5, "segmentation": [[-50, 0, 9, 0, 9, 9, -50, 9]]}]
    found.write_text(json.dumps(masks))
    assert "W-471" not in codes(tb.check(truth, found, geometry="masks"))


def test_labels_in_fractions_are_checked_with_the_sizes_of_the_truth(tmp_path):
    box = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 10, 20, 20], "area": 400, "iscrowd": 0}
    image = {"id": 1, "file_name": "a.jpg", "width": 100, "height": 50}
    truth, labels = tmp_path / "truth.json", tmp_path / "labels"
    parsed = {"images": [image], "categories": [{"id": 1, "name": "cat"}], "annotations": [box]}
    truth.write_text(json.dumps(parsed))
    labels.mkdir()
    (labels / "a.txt").write_text("0 0.2 0.4 0.2 0.4 0.9\n")
    report = tb.check(truth, labels, predictions_reading={"classes": ["cat"]})
    assert len(report.read) == 2
    assert not report.refused, report


BOX = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
CATS = {
    "images": [{"id": 1, "width": 90, "height": 90}],
    "categories": [{"id": 1, "name": "cat"}],
    "annotations": [{"id": 1, "area": 0, "iscrowd": 0, **BOX}],
}


def test_what_is_odd_is_said_of_the_file_that_has_it():
    """Equal scores are the affair of predictions; an area of 0, which both looks meet, is said once."""
    other = {**BOX, "bbox": [60, 60, 10, 10]}
    report = tb.check(CATS, [{"score": 0.5, **BOX}, {"score": 0.5, **other}])
    assert {(item.code, item.source) for item in report.items} == {
        ("W-304", "<predictions>"),
        ("W-477", "<truth>"),
    }
    assert len(report.items) == 2


PANOPTIC = {
    **CATS,
    "annotations": [{"image_id": 1, "file_name": "a.png", "segments_info": [{"id": 1, "category_id": 1}]}],
}


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({}, "states segments_info, so it is evaluated as Panoptic quality"),
        ({"protocol": "panoptic"}, "is evaluated as Panoptic quality; give the results to check them"),
    ],
)
def test_a_truth_of_another_protocol_says_which(named, said):
    (item,) = tb.check(PANOPTIC, **named).items
    assert (item.code, item.source, item.count) == ("W-311", "<truth>", 1)
    assert item.message.endswith(said)


def test_of_tracks_it_is_said_how_many_take_no_part(tmp_path):
    (tmp_path / "gt" / "A" / "gt").mkdir(parents=True)
    (tmp_path / "mine").mkdir()
    rows = ["1,1,10,10,20,40,1,1,1", "1,2,90,10,20,40,0,1,1"]  # the second is not to be counted
    (tmp_path / "gt" / "A" / "gt" / "gt.txt").write_text("\n".join(rows))
    (tmp_path / "mine" / "A.txt").write_text("1,1,10,10,20,40,1,-1,-1,-1\n")
    (item,) = tb.check(tmp_path / "gt", tmp_path / "mine", protocol="mot17").items
    assert (item.code, item.count, item.refused) == ("W-314", 1, False)
    why = "rows of which the flag is 0, and other classes than pedestrians"
    assert item.message == f"MOT17 leaves out 1 of 2 objects: {why}"


def test_tracks_on_both_sides_are_checked_as_they_are_evaluated(tmp_path):
    for name in ("A", "B"):
        (tmp_path / "gt" / name / "gt").mkdir(parents=True)
        (tmp_path / "gt" / name / "gt" / "gt.txt").write_text("1,1,10,10,20,40,1,1,1\n")
        (tmp_path / "mine").mkdir(exist_ok=True)
        (tmp_path / "mine" / f"{name}.txt").write_text("1,1,10,10,20,40,1,-1,-1,-1\n")
    assert not tb.check(tmp_path / "gt", tmp_path / "mine").refused
    as_detections = codes(tb.check(tmp_path / "gt", tmp_path / "mine", protocol="coco"))
    assert "W-304" in as_detections  # all scores are 1, which tracks do not look at
    assert "W-304" not in codes(tb.check(tmp_path / "gt", tmp_path / "mine"))
    reading = {"truth_reading": {"format": "mot"}}
    with pytest.raises(ArgumentError, match="format= has no meaning: the files hold tracks") as refused:
        tb.check(tmp_path / "gt", tmp_path / "mine", **reading)
    assert "add protocol='coco'" in str(refused.value)
    assert codes(tb.check(tmp_path / "gt", tmp_path / "mine", protocol="coco", **reading)) == as_detections


def test_a_folder_of_trackers_is_reported(tmp_path):
    (tmp_path / "gt" / "A" / "gt").mkdir(parents=True)
    (tmp_path / "gt" / "A" / "gt" / "gt.txt").write_text("1,1,10,10,20,40,1,1,1\n")
    for name in ("mine", "other"):
        (tmp_path / "all" / name).mkdir(parents=True)
        (tmp_path / "all" / name / "A.txt").write_text("1,1,10,10,20,40,1,-1,-1,-1\n")
    report = tb.check(tmp_path / "gt", tmp_path / "all")
    (item,) = report.items
    assert (item.code, item.source, item.refused) == ("E-581", str(tmp_path / "all"), True)
    assert item.message.endswith("it holds the folders of 2 trackers: mine, other")
    assert str(tmp_path / "all" / "mine") in item.fix
    assert report.refused


def test_a_truth_of_another_protocol_is_refused_by_one_that_is_named():
    (item,) = tb.check(PANOPTIC, protocol="coco").items
    assert (item.code, item.refused) == ("E-108", True)


def test_a_named_protocol_says_what_it_leaves_out():
    truth = {**CATS, "annotations": [{"id": 1, "area": 1600, "iscrowd": 1, **BOX}]}
    found = codes(tb.check(truth, [{"score": 0.5, **BOX}], protocol="voc"))
    assert any("neither counts nor misses 1 of 1 object" in item.message for item in found.values())


def test_a_class_that_only_predictions_have_is_noted_as_an_evaluation_notes_it():
    """A truth without a list of classes does not refuse it: its detections are false."""
    truth = [{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}]
    found = [{"boxes": [[0, 0, 9, 9], [0, 0, 5, 5]], "labels": ["cat", "zebra"], "scores": [0.5, 0.4]}]
    for protocol in (None, "coco", "voc"):
        report = tb.check(truth, found, protocol=protocol)
        assert not report.refused
        assert codes(report)["W-152"].count == 1
    with pytest.warns(TrueboxWarning, match="W-152"):
        tb.evaluate(truth, found)
