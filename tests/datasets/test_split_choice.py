"""The right truth is read: splits are chosen as said or as predicted, and never taken together unasked."""

from __future__ import annotations

import json

import pytest
from label_samples import folder_of, png, voc_annotation, voc_object

import truebox as tb
from truebox.datasets import read_pair, start_reading
from truebox.errors import InputError, TrueboxWarning

ROWS = {"val": "0 0.25 0.5 0.2 0.4\n", "test": "1 0.7 0.4 0.3 0.3\n", "train": "0 0.5 0.5 0.5 0.5\n"}
PICTURES = {"val": "abc", "test": "de", "train": "ghij"}
DATA = "val: images/val\ntest: images/test\ntrain: images/train\nnames: [cat, dog]\n"


def yolo(root, *, description="", pictures="images", splits=("val", "test", "train")):
    files = {"classes.txt": "cat\ndog\n"} | ({"data.yaml": description} if description else {})
    for split in splits:
        for name in PICTURES[split]:
            files[f"labels/{split}/{name}.txt"] = ROWS[split]
            if pictures:
                files[f"{pictures}/{split}/{name}.png"] = png(100, 80)
    return folder_of(root, files)


def found_in(root, split, kept=None):
    names = kept or PICTURES[split]
    row = ROWS[split].strip()
    return folder_of(root, {f"{name}.txt": f"{row} 0.{9 - at}\n" for at, name in enumerate(names)})


@pytest.mark.parametrize("images", [None, "images", "images/val"])
@pytest.mark.parametrize("start", ["", "data.yaml"])
def test_the_folder_of_pictures_does_not_change_the_split(tmp_path, start, images):
    root = yolo(tmp_path / "data", description=DATA)
    truth = tb.read_truth(root / start, images=None if images is None else root / images)
    assert truth.images.ids.tolist() == ["a", "b", "c"]
    assert truth.images.sizes.tolist() == [[100, 80]] * 3
    assert "val of data.yaml" in truth.source.description


@pytest.mark.parametrize("images", ["", "val"])
@pytest.mark.parametrize("start", ["", "data.yaml"])
def test_pictures_may_lie_elsewhere(tmp_path, start, images):
    root = yolo(tmp_path / "data", description=DATA, pictures="")
    elsewhere = yolo(tmp_path / "pictures") / "images"
    folder_of(elsewhere, {"val/empty.png": png(9, 9)})
    truth = tb.read_truth(root / start, images=elsewhere / images)
    assert sorted(truth.images.ids.tolist()) == ["a", "b", "c", "empty"]
    assert len(truth) == 3


def test_a_folder_without_the_pictures_of_the_split_is_refused(tmp_path):
    root = yolo(tmp_path / "data", description=DATA)
    with pytest.raises(InputError, match=r"E-405 .*3 label files have no picture in .*: labels/val/a.txt, "):
        tb.read_truth(root, images=root / "images" / "train")


def test_labels_of_the_stated_split_alone_are_read_without_pictures(tmp_path):
    truth = tb.read_truth(yolo(tmp_path, description=DATA, pictures=""))
    assert (truth.images.ids.tolist(), truth.units) == (["a", "b", "c"], "fractions")


@pytest.mark.parametrize("split", ["test", "train"])
def test_a_split_is_asked_for(tmp_path, split):
    for root in (yolo(tmp_path / "one", description=DATA), yolo(tmp_path / "two")):
        assert tb.read_truth(root, split=split).images.ids.tolist() == list(PICTURES[split])


def test_all_splits_are_read_together_only_when_asked(tmp_path):
    root = yolo(tmp_path)
    with pytest.raises(InputError, match=r'E-415 .*"test", "train", "val".*split=.val.') as caught:
        tb.read_truth(root)
    assert "--split all" in caught.value.fix
    assert len(tb.read_truth(root, split="all").images) == 9
    with pytest.raises(InputError, match=r'E-416 .*no split "dev"; there are "test", "train", "val"'):
        tb.read_truth(root, split="dev")


@pytest.mark.parametrize("split", ["val", "test"])
@pytest.mark.parametrize("images", [False, True])
def test_the_split_with_all_predicted_images_is_read_and_said(tmp_path, split, images):
    root, found = yolo(tmp_path / "data"), found_in(tmp_path / "found", split)
    options = {"images": root / "images"} if images else {}
    truth, _ = start_reading(root, found, truth_options=options).result()
    assert truth.images.ids.tolist() == list(PICTURES[split])
    assert [finding.code for finding in truth.findings] == ["W-403"]
    assert f'split "{split}"' in truth.findings[0].message
    with pytest.warns(tb.errors.TrueboxWarning, match="W-403"):
        assert tb.evaluate(root, found).metrics["AP"] == pytest.approx(1.0)


def test_predictions_of_two_splits_are_refused_with_what_each_holds(tmp_path):
    root, found = yolo(tmp_path / "data"), found_in(tmp_path / "found", "val", "abe")
    with pytest.raises(
        InputError, match=r'none holds all 3 predicted images \(1 in "test", 0 in "train", 2 in'
    ) as caught:
        read_pair(root, found)
    one = "rerun with --split val --lenient, which leaves out 1 predicted image of others"
    assert caught.value.fix == f"{one}, or with --split all, whose truth is that of all"
    assert len(read_pair(root, found, split="all").truth.images) == 9


def test_predictions_of_other_images_are_told_so(tmp_path):
    root, found = yolo(tmp_path / "data"), found_in(tmp_path / "found", "val", "xyz")
    with pytest.raises(InputError, match=r"E-415 .*none holds .* Fix: name the truth of these images, or"):
        read_pair(root, found)


def test_predictions_of_the_other_split_name_it(tmp_path):
    root, found = yolo(tmp_path / "data", description=DATA), found_in(tmp_path / "found", "test")
    with pytest.raises(InputError, match=r'E-130 .*all 2 predicted images lie in split "test"') as caught:
        tb.evaluate(root, found)
    assert caught.value.fix == "rerun with --split test"
    assert read_pair(root, found, split="test").truth.images.ids.tolist() == ["d", "e"]
    (item,) = [item for item in tb.check(root, found).items if item.refused]
    assert (item.code, item.fix) == ("E-130", "rerun with --split test")


def coco(names, first=0, box=(10, 10, 20, 20)):
    images = [
        {"id": first + at, "file_name": name, "width": 100, "height": 80} for at, name in enumerate(names)
    ]
    rows = [
        {
            "id": at + 1,
            "image_id": first + at,
            "category_id": 1,
            "bbox": [box[0] + 7 * at, *box[1:]],
            "area": 99,
            "iscrowd": 0,
        }
        for at in range(len(names))
    ]
    return {"images": images, "annotations": rows, "categories": [{"id": 1, "name": "cat"}]}


def results(truth):
    keys = ("image_id", "category_id", "bbox")
    return [{key: row[key] for key in keys} | {"score": 0.9 / row["id"]} for row in truth["annotations"]]


NAMES = {"roboflow": "{}/_annotations.coco.json", "coco": "annotations/instances_{}2017.json"}


@pytest.mark.parametrize("layout", NAMES)
def test_a_folder_of_coco_files(tmp_path, layout):
    val, test = coco(["a.jpg", "b.jpg"], 1), coco(["c.jpg", "d.jpg"], 11)
    named = NAMES[layout]
    files = {named.format("val"): json.dumps(val), named.format("test"): json.dumps(test)}
    root = folder_of(tmp_path / "data", files)
    (tmp_path / "found.json").write_text(json.dumps(results(test)))
    with pytest.raises(InputError, match=r"E-415 .*several splits") as caught:
        tb.read_truth(root)
    assert "split all" not in caught.value.fix
    assert tb.read_truth(root, split="val").images.ids.tolist() == [1, 2]
    assert read_pair(root, tmp_path / "found.json").truth.images.ids.tolist() == [11, 12]
    with pytest.raises(InputError, match=r'E-130 .*lie in split "test.*rerun with .* split=.test.'):
        tb.evaluate(root / named.format("val"), tmp_path / "found.json")


def test_a_wrong_split_with_the_same_ids_is_told_by_its_boxes(tmp_path):
    names = [f"{at}.jpg" for at in range(6)]
    val, test = coco(names, box=(1, 1, 5, 5)), coco(names, box=(10, 50, 20, 20))
    root = folder_of(tmp_path / "d", {"val.json": json.dumps(val), "test.json": json.dumps(test)})
    (tmp_path / "found.json").write_text(json.dumps(results(test)))
    with pytest.raises(
        InputError, match=r'E-415 .*all 6 predicted images lie in each of "test", "val"'
    ) as told:
        tb.evaluate(root, tmp_path / "found.json")
    assert told.value.problem.endswith('lie on an object: 100% in "test", 0% in "val"')
    assert told.value.fix == "rerun with --split test"
    with pytest.raises(InputError, match=r"E-417 .*0% of 6 .*100% of 6 on one of split test.*split=.test."):
        tb.evaluate(root / "val.json", tmp_path / "found.json")
    with pytest.warns(TrueboxWarning, match="W-312 AP is 0: .*likely they are of another split"):
        result = tb.evaluate(root / "val.json", tmp_path / "found.json", fit_test=False)
    assert result.metrics["AP"] == 0


def voc_found(root, names):
    folder_of(root, {"comp4_det_test_cat.txt": "".join(f"{name} 0.9 11 21 30 60\n" for name in names)})
    return root / "comp4_det_test_cat.txt"


def test_folders_of_voc_files(tmp_path):
    files = {
        f"{split}/{name}.xml": voc_annotation(voc_object()) for split, name in (("valid", "a"), ("test", "b"))
    }
    root = folder_of(tmp_path / "export", files)
    assert tb.read_truth(root, split="val").images.ids.tolist() == ["a"]
    assert read_pair(root, voc_found(tmp_path, "b")).truth.images.ids.tolist() == ["b"]


def test_metadata_of_hugging_face(tmp_path):
    line = {"objects": {"bbox": [[1, 2, 3, 4]], "categories": ["cat"]}}
    files = {
        f"{split}/metadata.jsonl": json.dumps({"file_name": f"{split}.png", **line})
        for split in ("val", "test")
    }
    root = folder_of(tmp_path, files)
    assert tb.read_truth(root, split="test", box_format="xywh").images.ids.tolist() == ["test"]
    with pytest.raises(InputError, match="E-415"):
        tb.read_truth(root, box_format="xywh")


def test_one_split_is_read_as_before(tmp_path):
    root = yolo(tmp_path, splits=("train",))
    assert len(tb.read_truth(root).images) == 4
    with pytest.raises(InputError, match=r'E-416 .*there are no splits, so no "val"'):
        tb.read_truth(root, split="val")


def test_predictions_of_a_part_of_another_split_name_it(tmp_path):
    root = folder_of(yolo(tmp_path / "data", description=DATA), {"labels/test/a.txt": ROWS["test"]})
    folder_of(root, {"images/test/a.png": png(100, 80)})
    found = found_in(tmp_path / "found", "test", "ade")
    for read in (lambda: start_reading(root, found).result(), lambda: read_pair(root, found)):
        with pytest.raises(InputError, match=r'E-130 .*all 3 predicted images lie in split "test"'):
            read()


def test_a_split_that_cannot_be_read_says_why(tmp_path):
    for split, name in (("train", "a"), ("test", "c")):
        row = {"file_name": f"{name}.png", "objects": {"bbox": [[1, 1, 20, 20]], "categories": [0]}}
        files = {"metadata.jsonl": json.dumps(row) + "\n", f"{name}.png": png(64, 48)}
        folder_of(tmp_path / "set" / split, files)
    found = tmp_path / "found.csv"
    found.write_text("image,x1,y1,x2,y2,class,score\nc.png,1,1,21,21,0,0.9\n")
    with pytest.raises(InputError, match="E-423"):
        start_reading(tmp_path / "set", found).result()
    reading = start_reading(tmp_path / "set", found, truth_options={"box_format": "xywh"})
    truth, _ = reading.result()
    assert "W-403" in [finding.code for finding in truth.findings]
    assert len(truth) == 1
