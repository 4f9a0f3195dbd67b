"""``truebox part``."""

from __future__ import annotations

import json

import pytest
from streamed_worlds import coco

from truebox.cli import main


def test_a_shard_becomes_a_part_and_says_what_it_holds(tmp_path, capsys):
    truth, found = coco([0, 1, 2], 1)
    for name, data in (("truth", truth), ("found", found)):
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    files = [str(tmp_path / "truth.json"), str(tmp_path / "found.json")]
    assert main(["part", *files, "-o", str(tmp_path / "1.tbx"), "--mode", "corrected"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert f"1.tbx: 3 images, {len(truth['annotations'])} truths, {len(found)} detections" in err
    first = (tmp_path / "1.tbx").read_bytes()
    again = [
        "part",
        *files,
        "-o",
        str(tmp_path / "1.tbx"),
        "--mode",
        "corrected",
        "--categories-of",
        files[0],
        "-q",
    ]
    assert main(again) == 0
    assert capsys.readouterr().err == ""
    assert (tmp_path / "1.tbx").read_bytes() == first
    assert main(["part", files[0], str(tmp_path / "none.json"), "-o", str(tmp_path / "2.tbx")]) == 3
    assert not (tmp_path / "2.tbx").exists()


def test_a_shard_that_is_read_wrongly_is_refused(tmp_path, capsys):
    """What `eval` refuses of the whole would be lost in its parts."""
    boxes = [[100.0 + 9 * n, 150, 40, 30] for n in range(12)]
    truth = {
        "images": [{"id": n} for n in range(12)],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": n + 1, "image_id": n, "category_id": 1, "bbox": box, "area": 1200, "iscrowd": 0}
            for n, box in enumerate(boxes)
        ],
    }
    found = [
        {"image_id": n, "category_id": 1, "bbox": [x, y, x + w, y + h], "score": 0.5}
        for n, (x, y, w, h) in enumerate(boxes)
    ]
    for name, data in (("truth", truth), ("found", found)):
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    command = ["part", *(str(tmp_path / f"{name}.json") for name in ("truth", "found"))]
    command += ["-o", str(tmp_path / "1.tbx")]
    assert main(command) == 3
    assert "0% of 12 detections lie on an object; 100% if the boxes were x_min" in capsys.readouterr().err
    assert not (tmp_path / "1.tbx").exists()
    assert main([*command, "--box-format", "xyxy"]) == 0
    assert main([*command, "--no-fit-test"]) == 0


@pytest.mark.parametrize("limit", ["1", "1K", "1G"])
def test_a_part_made_in_pieces_is_the_same(tmp_path, capsys, limit):
    """Neither side fits, or both do."""
    truth, found = coco(list(range(12)), 3)
    for name, data in (("truth", truth), ("found", found)):
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    files = [str(tmp_path / f"{name}.json") for name in ("truth", "found")]
    made = []
    for name, more in (("whole", []), ("pieces", ["--max-memory", limit])):
        assert main(["part", *files, "-o", str(tmp_path / f"{name}.tbx"), "--mode", "corrected", *more]) == 0
        made.append((tmp_path / f"{name}.tbx").read_bytes())
        assert "12 images" in capsys.readouterr().err
    assert made[0] == made[1]


def _letterboxed(folder):
    """A wide image whose predicted box is in pixels of a square of 200, its class one too low."""
    box = {"image_id": 1, "category_id": 2, "bbox": [10, 10, 20, 20]}
    truth = {
        "images": [{"id": 1, "width": 100, "height": 50}],
        "categories": [{"id": 2, "name": "cat"}],
        "annotations": [{"id": 1, "area": 400, "iscrowd": 0, **box}],
    }
    found = [{"score": 0.5, "image_id": 1, "category_id": 1, "bbox": [20, 20 + 50, 40, 40]}]
    for name, data in (("truth", truth), ("found", found)):
        (folder / f"{name}.json").write_text(json.dumps(data))
    return [str(folder / "truth.json"), str(folder / "found.json"), "--letterbox", "200", "--class-ids", "+1"]


@pytest.mark.parametrize("more", [[], ["--categories-of", "truth.json"]])
def test_what_is_read_with_the_truth_is_read_with_it(tmp_path, monkeypatch, capsys, more):
    monkeypatch.chdir(tmp_path)
    assert main(["part", *_letterboxed(tmp_path), "-o", "1.tbx", "-q", *more]) == 0
    assert main(["merge", "1.tbx", "--coco-text", "-q"]) == 0
    assert "maxDets=100 ] = 1.000" in capsys.readouterr().out
    assert main(["reconcile", *_letterboxed(tmp_path), "-q", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tools"][0]["metrics"]["AP"] > 0.999


@pytest.mark.parametrize("own", ["truth.json", "found.json", "mine.txt"])
def test_a_part_is_written_over_nothing_but_a_part(tmp_path, monkeypatch, capsys, own):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("mine")
    command = ["part", *_letterboxed(tmp_path), "-q", "-o"]
    before = (tmp_path / own).read_bytes()
    assert main([*command, own]) == 2
    assert (tmp_path / own).read_bytes() == before
    assert "not overwritten" in capsys.readouterr().err
    assert main([*command, "1.tbx"]) == main([*command, "1.tbx"]) == 0


def test_a_part_does_not_go_to_stdout(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["part", *_letterboxed(tmp_path), "-q", "-o", "-"]) == 3
    assert "E-445" in capsys.readouterr().err
    assert not (tmp_path / "-").exists()


def test_unknown_images_are_left_out_where_that_is_said(tmp_path, capsys):
    truth, found = coco([0, 1, 2], 1)
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    (tmp_path / "found.json").write_text(json.dumps([*found, {**found[0], "image_id": 99}]))
    command = ["part", *(str(tmp_path / name) for name in ("truth.json", "found.json"))]
    command += ["-o", str(tmp_path / "1.tbx")]
    assert main(command) == 3
    assert "E-130" in capsys.readouterr().err
    assert main([*command, "--lenient"]) == 0
    assert f"{len(found)} detections" in capsys.readouterr().err
