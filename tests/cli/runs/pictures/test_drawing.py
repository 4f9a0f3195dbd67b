"""``truebox draw``: what it writes, says and refuses."""

from __future__ import annotations

import json

import pytest
from fixtures_folder import fixture, needs_fixtures
from PIL import Image

from truebox.cli import main
from truebox.drawing import THEMES

GREEN, RED = THEMES["classic"].truth, THEMES["classic"].prediction
NAMES = ("a.png", "val/b.png", "c.png")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Pictures a.png and val/b.png; a truth of three images; predictions of the first."""
    for name in NAMES[:2]:
        path = tmp_path / "pictures" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (200, 150), (240, 240, 240)).save(path)
    images = [{"id": row, "file_name": name, "width": 200, "height": 150} for row, name in enumerate(NAMES)]
    box = {"image_id": 0, "category_id": 1, "bbox": [50, 40, 80, 60]}
    truth = {
        "images": images,
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "iscrowd": 0, "area": 4800, **box}],
    }
    found = [{**box, "bbox": [60, 50, 80, 60], "score": 0.9}, {**box, "bbox": [5, 5, 30, 30], "score": 0.1}]
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    (tmp_path / "found.json").write_text(json.dumps(found))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capsys):
    def call(*arguments):
        code = main(["draw", *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_one_picture(folder, run):
    code, out, err = run("pictures/a.png", "--truth", "truth.json", "--predictions", "found.json")
    assert (code, out) == (0, "a-drawn.png\n")
    assert err == "1 of 2 predictions score below 0.3 and are left out (--score-threshold)\n"
    drawn = Image.open(folder / "a-drawn.png")
    assert drawn.size == (200, 150)
    assert drawn.getpixel((50, 70)) == GREEN
    assert drawn.getpixel((140, 80)) == RED
    assert drawn.getpixel((5, 20)) == (240, 240, 240)
    assert drawn.getpixel((90, 80)) == (240, 240, 240)


def test_every_score_and_the_shade(folder, run):
    code, _, err = run(
        "pictures/a.png", "--truth", "truth.json", "--predictions", "found.json", "--score-threshold", "0",
        "--shade", "--out", "x.png",
    )  # fmt: skip
    assert (code, err) == (0, "")
    drawn = Image.open(folder / "x.png")
    assert drawn.getpixel((5, 20)) == RED
    assert drawn.getpixel((90, 80)) != (240, 240, 240)


def test_enlarged(folder, run):
    code, _, err = run("pictures/a.png", "--truth", "truth.json", "--scale", "3", "--out", "x.png")
    assert (code, err) == (0, "")
    drawn = Image.open(folder / "x.png")
    assert drawn.size == (600, 450)
    assert drawn.getpixel((150, 210)) == GREEN
    assert drawn.getpixel((50, 70)) == (240, 240, 240)


def test_a_folder(folder, run):
    code, out, err = run("pictures", "--truth", "truth.json")
    assert (code, out) == (0, "drawn\n")
    assert err == "drawn: 2 pictures drawn; 1 images have no picture here (c.png)\n"
    assert sorted(path.name for path in (folder / "drawn").iterdir()) == ["a.png", "val_b.png"]


def test_images_without_a_picture_on_a_canvas(folder, run):
    code, _, err = run("pictures", "--truth", "truth.json", "--canvas")
    assert (code, err) == (0, "drawn: 3 pictures drawn\n")
    with Image.open(folder / "drawn" / "c.png") as picture:
        assert picture.size == (200, 150)


def test_a_folder_again_and_a_limit(folder, run):
    run("pictures", "--truth", "truth.json", "--out", "out")
    before = (folder / "out" / "a.png").read_bytes()
    code, _, err = run("pictures", "--truth", "truth.json", "--out", "out", "--limit", "1", "-q")
    assert (code, err) == (0, "")
    assert (folder / "out" / "a.png").read_bytes() == before


def test_pictures_are_never_changed(folder, run):
    before = (folder / "pictures" / "a.png").read_bytes()
    code, _, err = run("pictures", "--truth", "truth.json", "--out", "pictures")
    assert code == 2
    assert "this is the picture itself" in err
    assert (folder / "pictures" / "a.png").read_bytes() == before


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("../secret.png", "E-561"),
        ("/etc/passwd", "E-561"),
        ("http://example.org/a.png", "E-561"),
        ("d.png", "E-562"),
    ],
)
def test_file_names_that_lead_out_or_nowhere(folder, run, name, code):
    truth = json.loads((folder / "truth.json").read_text())
    truth["images"] = [{"id": 0, "file_name": name, "width": 200, "height": 150}]
    (folder / "evil.json").write_text(json.dumps(truth))
    exit_code, out, err = run("pictures", "--truth", "evil.json")
    assert (exit_code, out) == (3, "")
    assert err.startswith(code)
    assert not (folder / "drawn").exists()


def test_another_size_is_said_once_per_image(folder, run):
    Image.new("RGB", (100, 75)).save(folder / "pictures" / "a.png")
    code, _, err = run("pictures/a.png", "--truth", "truth.json")
    assert code == 0
    assert err.startswith("W-563 image 0: the picture is 100 x 75")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere.png"], 2, "there is no picture and no folder nowhere.png"),
        (["pictures", "--image-id", "1"], 2, "--image-id is for a single picture"),
        (["pictures/a.png", "--limit", "1"], 2, "--limit is for a folder"),
        (["pictures/a.png", "--image-id", "9"], 2, "--image-id 9 is no image of truth.json"),
        (["pictures/a.png", "--out", "truth.json"], 2, "expected a name that ends in"),
        (["truth.json", "--image-id", "1"], 3, "E-560 truth.json: not a picture"),
        (["pictures/a.png", "--geometry", "masks"], 0, ""),
    ],
)
@pytest.mark.usefixtures("folder")
def test_refused(run, arguments, code, message):
    found, _, err = run(*arguments, "--truth", "truth.json")
    assert message in err
    assert found == code


def test_which_image_can_be_said(folder, run):
    code, _, _ = run("pictures/val/b.png", "--truth", "truth.json", "--image-id", "0", "--out", "x.png")
    assert code == 0
    assert Image.open(folder / "x.png").getpixel((50, 70)) == GREEN


@needs_fixtures
def test_real_pictures(tmp_path, run):
    database = fixture("padilla_review/data/database/images")
    truth = fixture("padilla_review/normalized/coco_gt.json")
    code, _, err = run(str(database), "--truth", str(truth), "--out", str(tmp_path / "out"), "--limit", "3")
    assert code == 0, err
    assert len(list((tmp_path / "out").iterdir())) == 3


def test_each_side_is_read_as_it_is_told(folder, run):
    """A truth of corners beside predictions of sizes."""
    truth = json.loads((folder / "truth.json").read_text())
    for each in truth["annotations"]:
        x, y, w, h = each["bbox"]
        each["bbox"] = [x, y, x + w, y + h]
    (folder / "corners.json").write_text(json.dumps(truth))
    told = ["--truth", "corners.json", "--predictions", "found.json", "--truth-box-format", "xyxy"]
    assert run("pictures/a.png", *told)[0] == 0
    drawn = Image.open(folder / "a-drawn.png")
    assert drawn.getpixel((50, 70)) == GREEN
    assert drawn.getpixel((140, 80)) == RED
