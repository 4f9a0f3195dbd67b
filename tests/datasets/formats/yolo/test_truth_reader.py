"""A YOLO dataset as a truth."""

from __future__ import annotations

import pytest
from fixtures_folder import fixture, needs_fixtures
from label_samples import folder_of, png

from truebox.datasets import read_truth
from truebox.datasets.formats.yolo.format import FORMAT
from truebox.datasets.place import Place
from truebox.datasets.registry import find_format
from truebox.errors import InputError

DATASET = {
    "data.yaml": "val: images/val\nnames: [cat, dog]\n",
    "images/val/a.png": png(10, 20),
    "images/val/b.png": png(30, 40),
    "labels/val/a.txt": "\ufeff1 0.5 0.5 1 1\r\n\r\n",
    "labels/train/c.txt": "0 0.5 0.5 1 1\n",
}


@pytest.mark.parametrize("start", ["", "data.yaml"])
def test_the_split_of_the_description_is_read(tmp_path, start):
    root = folder_of(tmp_path, DATASET)
    truth = read_truth(root / start)
    assert truth.images.ids.tolist() == ["a", "b"]
    assert truth.images.sizes.tolist() == [[10, 20], [30, 40]]
    assert list(truth.images.file_names) == ["images/val/a.png", "images/val/b.png"]
    assert truth.boxes.tolist() == [[0, 0, 10, 20]]
    assert truth.categories.names == ("cat", "dog")
    assert truth.categories.ids.tolist() == [0, 1]
    assert truth.source.description == "YOLO labels (detect, val of data.yaml)"
    assert (truth.units, truth.findings) == ("pixels", ())


def test_pictures_without_any_label_file_are_said(tmp_path):
    yaml = "path: .\nval: images\nnames: [cat]\n"
    files = {"data.yaml": yaml, "images/a.png": png(8, 8), "images/b.png": png(8, 8)}
    root = folder_of(tmp_path, files)
    (root / "labels").symlink_to(tmp_path / "gone")
    (finding,) = [each for each in read_truth(root / "data.yaml").findings if each.code == "W-404"]
    assert finding.message == "none of 2 pictures has a label file, such as labels/a.txt: no objects"
    (root / "labels").unlink()
    folder_of(tmp_path, {"labels/a.txt": ""})
    assert "W-404" not in [each.code for each in read_truth(root / "data.yaml").findings]


def test_labels_alone_are_fractions(tmp_path):
    root = folder_of(tmp_path, {"a.txt": "0 0.5 0.5 0.5 0.5\n", "b.txt": ""})
    truth = read_truth(root)
    assert truth.units == "fractions"
    assert truth.boxes.tolist() == [[0.25, 0.25, 0.5, 0.5]]
    assert truth.categories.names == ("0",)
    assert [finding.code for finding in truth.findings] == ["W-401"]
    with pytest.raises(InputError, match=r"E-405 .*images="):
        read_truth(root, geometry="masks", task="segment")


def test_pictures_may_be_elsewhere(tmp_path):
    root = folder_of(tmp_path / "labels", {"a.txt": "0 0.5 0.5 0.5 0.5\n", "classes.txt": "cat"})
    pictures = folder_of(tmp_path / "pictures", {"a.png": png(8, 8), "b.png": png(8, 8)})
    truth = read_truth(root, images=pictures)
    assert truth.boxes.tolist() == [[2, 2, 4, 4]]
    assert len(truth.images) == 2
    assert truth.categories.names == ("cat",)
    assert read_truth(root, images=pictures, classes=["fish"]).categories.names == ("fish",)


def test_a_broken_picture_is_refused_and_leniently_dropped_with_its_rows(tmp_path):
    root = folder_of(tmp_path, {**DATASET, "images/val/a.png": b"\x89PNG cut"})
    with pytest.raises(InputError, match=r"E-412 .*a.png"):
        read_truth(root)
    truth = read_truth(root, lenient=True)
    assert (truth.images.ids.tolist(), len(truth)) == (["b"], 0)


def test_pictures_turned_by_exif_are_said(tmp_path):
    image = pytest.importorskip("PIL.Image")
    root = folder_of(tmp_path, {**DATASET, "images/val/a.png": b""})
    exif = image.Exif()
    exif[274] = 6
    image.new("RGB", (20, 10)).save(root / "images/val/a.png", exif=exif)
    truth = read_truth(root)
    assert truth.boxes.tolist() == [[0, 0, 10, 20]]
    assert [finding.code for finding in truth.findings] == ["W-402"]


def test_the_format_is_told_by_names_and_content(tmp_path):
    root = folder_of(tmp_path / "a", {"labels/a.txt": "0 .5 .5 1 1\n"})
    assert find_format(root, "truth")[0].name == "yolo"
    for name, text in (
        ("cars", "Car 0.00 0 -1.58 587.01 173.33 614.12 200.12 1.65 1.67 3.64 -0.65 1.71 46.70 -1.59"),
        ("tracks", "1,1,912,484,97,109,0,7,1"),
        ("pixels", "0 100 200 30 40"),
        ("corners", "1 2 3 4 5 6 7 8 plane 0"),
    ):
        other = folder_of(tmp_path / name, {"x.txt": text})
        assert FORMAT.recognise(Place(other), "truth") is None


@needs_fixtures
def test_the_voc_fixture_in_yolo_is_the_truth_of_its_coco_file():
    base = fixture("padilla_review/data/database")
    coco = read_truth(base / "gts/coco_format_v1/instances_default.json")
    truth = read_truth(base / "gts/yolo_format", images=base / "images")
    assert _rows(truth)[0] == _rows(coco)[0]
    # Six decimals of at most 500 pixels.
    assert _rows(truth)[1] == pytest.approx(_rows(coco)[1], abs=6e-4)


def _rows(truth):
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    files = [name.rpartition("/")[2] for name in truth.images.file_names]
    images = dict(zip(truth.images.ids.tolist(), files, strict=True))
    rows = sorted(
        (images[image], names[category], *box)
        for image, category, box in zip(
            truth.image.tolist(), truth.category.tolist(), truth.boxes.tolist(), strict=True
        )
    )
    return [row[:2] for row in rows], [number for row in rows for number in row[2:]]


def test_many_background_images_first_do_not_hide_the_format(tmp_path):
    files = dict.fromkeys((f"labels/{number:02}.txt" for number in range(30)), "")
    root = folder_of(tmp_path, {**files, "labels/99.txt": "0 .5 .5 1 1\n"})
    assert find_format(root, "truth")[0].name == "yolo"


def test_the_truth_says_where_its_pictures_are(tmp_path):
    rows = "0 0.5 0.5 0.5 0.5\n"
    root = folder_of(
        tmp_path,
        {
            "data.yaml": "path: .\nval: images/val\nnames: [cat]\n",
            "images/val/a.png": png(40, 30),
            "labels/val/a.txt": rows,
            "alone/a.txt": rows,
        },
    )
    truth = read_truth(root / "data.yaml")
    assert (truth.source.pictures / truth.images.file_names[0]) == root / "images/val/a.png"
    assert read_truth(root / "alone").source.pictures is None
